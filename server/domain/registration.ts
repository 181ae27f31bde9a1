import type { Form } from '#contract/registration/formTypes.ts'
import type { MemberProfile } from '#contract/member/member.ts'

/** What a request says about its way to join. */
export interface RegistrationFlags {
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

/** The facts that complete a profile. */
interface PersonalFacts {
  first_name: string | null
  last_name: string | null
  dob: string | null
  interest_id: readonly string[]
}

/** Whether a profile has what the welcome bonus is for: the name, the month of birth and an interest. */
export function isCompleteProfile({
  first_name: first,
  last_name: last,
  dob,
  interest_id: interests,
}: PersonalFacts): boolean {
  return first !== null && last !== null && dob !== null && interests.length > 0
}
