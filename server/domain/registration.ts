import type { Form } from '#contract/registration/formTypes.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { completingFields } from '#contract/registration/registration.ts'

/** What a request says about its way to join. */
interface RegistrationFlags {
  isYouthForm: boolean
  isPayingRed: boolean
}

/** The form that an update of a profile comes from: what the request says, else what the member has chosen. */
export function formOf(
  state: MemberProfile['is_submitted_profile'],
  { isYouthForm, isPayingRed }: RegistrationFlags,
): Form {
  if (isYouthForm) return 'ya'
  if (isPayingRed) return 'red'
  switch (state) {
    case 'submitted':
      return 'edit'
    case 'default':
      return 'free'
    case 'existing':
    case 'free':
    case 'red':
    case 'sc':
    case 'ya':
    case 'free-tier-upgrade':
      return state
  }
}

/** Whether a profile has what the welcome bonus is for. */
export function isCompleteProfile(
  profile: Readonly<Record<(typeof completingFields)[number], string | readonly string[] | null>>,
): boolean {
  return completingFields.every((name) => (profile[name]?.length ?? 0) > 0)
}
