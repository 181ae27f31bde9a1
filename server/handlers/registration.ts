import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoints } from '#contract/index.ts'
import { accountMessages, alreadyApplied, type ProfileUpdate } from '#contract/registration/registration.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import {
  type Choices,
  chooseForm,
  readChoices,
  saveInterests,
  type SentProfile,
  submitProfile,
  whoHas,
} from '#server/services/membership/registration.ts'
import { readStudentCard, sealStudentCard } from '#server/services/membership/studentCards.ts'
import { giveWelcomeBonus } from '#server/services/points/welcomeBonus.ts'
import { type CallContext, type Handler, keyed } from './handler.ts'
import { faultsError, HttpError } from './httpError.ts'

interface PreparedUpdate {
  sent: SentProfile
  choices: Choices
  notify: NotifyMember
}

/** Encrypts the student card of a request, so that it is readable neither in the transaction nor after it. */
async function cardOf(
  { _student_card_base64: text = '' }: ProfileUpdate,
  memberId: string,
  key: Buffer,
): Promise<SentProfile['card']> {
  const card = await readStudentCard(text)
  return typeof card === 'string' ? card : sealStudentCard(card, memberId, key)
}

const updateProfile = keyed<Endpoints['updateProfile'], PreparedUpdate>(
  async (update, { db, memberId, dependencies }) => {
    const card = await cardOf(update, memberId, dependencies.studentCardKey)
    return { sent: { update, card }, choices: await readChoices(db), notify: dependencies.notify }
  },
  async ({ sent, choices, notify }, { db, memberId, now, rules }) => {
    const { pointsExpiryMonths } = rules
    const saved = await submitProfile(sent, choices, { db, memberId, now, pointsExpiryMonths, notify })
    if (saved.kind === 'refused') throw faultsError(saved.faults)
    if (saved.kind === 'already_applied') throw new HttpError(422, { message: alreadyApplied })
    return { success: true, welcome_points: saved.welcomePoints }
  },
)

const saveChosenRegistrationForm: Handler<Endpoints['saveChosenRegistrationForm']> = async (
  { registration_form_type: formType },
  { db, memberId },
) => {
  await chooseForm(db, memberId, formType)
  return { success: true }
}

type BonusFacts = 'memberId' | 'now' | 'dependencies'

function bonusContext({ memberId, now, dependencies }: Pick<CallContext<Endpoints['welcome']>, BonusFacts>) {
  const { rules, notify } = dependencies
  return { memberId, now, pointsExpiryMonths: rules.pointsExpiryMonths, notify }
}

const welcome: Handler<Endpoints['welcome']> = async (_request, context) => {
  const points = await giveWelcomeBonus(context.db, bonusContext(context))
  return { granted: points > 0, points }
}

const interests: Handler<Endpoints['interests']> = async ({ interest_id: ids }, context) => {
  if (!(await saveInterests(context.db, ids, bonusContext(context))))
    throw faultsError([{ field: 'interest_id', kind: 'invalid' }])
  return { success: true }
}

/** How long every answer about an address takes at least, in milliseconds: longer than the look-up. */
const flattenedMs = 150

const verifyEmailOrMobile: Handler<Endpoints['verifyEmailOrMobile']> = async (request, { db }) => {
  const [found] = await Promise.all([whoHas(db, request.email_or_mobile), delay(flattenedMs)])
  return found === 'nobody' ? { success: false, message: '' } : { success: true, message: accountMessages[found] }
}

/** Joining, and the member's own profile (contract/registration/registration.ts). */
export const registrationHandlers = {
  updateProfile,
  saveChosenRegistrationForm,
  welcome,
  interests,
  verifyEmailOrMobile,
}
