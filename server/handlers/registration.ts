import { setTimeout as delay } from 'node:timers/promises'
import { clubSentences } from '#contract/errors.ts'
import type { Endpoints } from '#contract/index.ts'
import { accountMessages, alreadyApplied, type ProfileUpdate } from '#contract/registration/registration.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { readTierLevels } from '#server/services/contents.ts'
import {
  type Choices,
  chooseForm,
  needsCard,
  readChoices,
  saveInterests,
  type SentProfile,
  submitProfile,
  whoHas,
} from '#server/services/membership/registration.ts'
import { readCardText } from '#server/services/membership/studentCards.ts'
import { giveWelcomeBonus, type ProfileContext } from '#server/services/points/welcomeBonus.ts'
import { type CallContext, type Handler, keyed, loadsNothing } from './handler.ts'
import { faultsError, HttpError } from './httpError.ts'

interface PreparedUpdate {
  sent: SentProfile
  choices: Choices
  levels: ProfileContext['levels']
  notify: NotifyMember
}

/**
 * Reads the student card of an application.
 *
 * @throws HttpError 503 when there was no time to look at it
 */
async function cardOf({ _student_card_base64: text = '' }: ProfileUpdate): Promise<SentProfile['card']> {
  const card = await readCardText(text)
  if (card === 'busy') throw new HttpError(503, { message: clubSentences.busy }, 10)
  return card
}

const updateProfile = keyed<Endpoints['updateProfile'], PreparedUpdate, undefined>({
  prepare: async (update, { db, memberId, now, dependencies }) => {
    const choices = await readChoices(db)
    // The fields first: what is refused anyway, or stored under its key, is told in the transaction.
    const card = (await needsCard(db, update, choices, { memberId, now })) ? await cardOf(update) : 'missing'
    const levels = await readTierLevels(db)
    const { sealingKeys: readKeys, notify } = dependencies
    return { sent: { update, card, readKeys }, choices, levels, notify }
  },
  load: loadsNothing,
  save: async ({ sent, choices, levels, notify }, _loaded, { db, memberId, now, rules }) => {
    const { pointsExpiryMonths } = rules
    const saved = await submitProfile(sent, choices, { db, memberId, now, pointsExpiryMonths, levels, notify })
    if (saved.kind === 'refused') throw faultsError(saved.faults)
    if (saved.kind === 'already_applied') throw new HttpError(422, { message: alreadyApplied })
    return { success: true, welcome_points: saved.welcomePoints }
  },
})

const saveChosenRegistrationForm: Handler<Endpoints['saveChosenRegistrationForm']> = async (
  { registration_form_type: formType },
  { db, memberId },
) => {
  await chooseForm(db, memberId, formType)
  return { success: true }
}

type BonusFacts = 'db' | 'memberId' | 'now' | 'dependencies'

async function bonusContext({ db, memberId, now, dependencies }: Pick<CallContext<Endpoints['welcome']>, BonusFacts>) {
  const { rules, notify } = dependencies
  return { memberId, now, pointsExpiryMonths: rules.pointsExpiryMonths, levels: await readTierLevels(db), notify }
}

const welcome: Handler<Endpoints['welcome']> = async (_request, context) => {
  const points = await giveWelcomeBonus(context.db, await bonusContext(context))
  return { granted: points > 0, points }
}

const interests: Handler<Endpoints['interests']> = async ({ interest_id: ids }, context) => {
  if (!(await saveInterests(context.db, ids, await bonusContext(context))))
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
