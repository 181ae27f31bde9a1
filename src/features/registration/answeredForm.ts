import type { MemberProfile } from '#contract/member/member.ts'
import { formValuesOf } from '#contract/registration/profileMapper.ts'
import { type Form, stepsOf } from '#contract/registration/registration.ts'
import { faultsOfStep } from './useFormState.ts'

/** Whether a form has nothing left to ask: the profile is submitted, and has all that the form requires. */
export function isAnswered(form: Form, profile: MemberProfile): boolean {
  const { is_submitted_profile: state, membership_tier: tier, consent } = profile
  const given = { values: { ...formValuesOf(profile), consent, confirm_email: true }, card: null }
  return state === 'submitted' && stepsOf(form).every((step) => faultsOfStep(form, step, tier, given).length === 0)
}
