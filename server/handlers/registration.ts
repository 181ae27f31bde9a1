import { setTimeout as delay } from 'node:timers/promises'
import type { ParsedRequestOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { accountMessages } from '#contract/registration.ts'
import {
  type Choices,
  chooseForm,
  readChoices,
  saveInterests,
  submitProfile,
  whoHas,
} from '#server/services/registration.ts'
import { giveWelcomeBonus } from '#server/services/welcomeBonus.ts'
import { type CallContext, type Handler, keyed } from './handler.ts'
import { faultsError } from './httpError.ts'

interface PreparedUpdate {
  request: ParsedRequestOf<Endpoints['updateProfile']>
  choices: Choices
}

const updateProfile = keyed<Endpoints['updateProfile'], PreparedUpdate>(
  async (request, { db }) => ({ request, choices: await readChoices(db) }),
  async ({ request, choices }, { db, memberId, now, rules }) => {
    const { pointsExpiryMonths } = rules
    const saved = await submitProfile(request, choices, { db, memberId, now, pointsExpiryMonths })
    if (saved.kind === 'refused') throw faultsError(saved.faults)
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
  return { memberId, now, pointsExpiryMonths: dependencies.rules.pointsExpiryMonths }
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

/** Joining, and the member's own profile (contract/registration.ts). */
export const registrationHandlers = {
  updateProfile,
  saveChosenRegistrationForm,
  welcome,
  interests,
  verifyEmailOrMobile,
}
