import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'

/** What a membership was given for, by the name that the books have for it. */
export const sourceMessages: Partial<Record<string, MessageDescriptor>> = {
  payment: msg`Payment`,
  sc: msg`Card partner’s link`,
  free_tier_upgrade: msg`Invitation link`,
  existing: msg`Earlier membership`,
  operator: msg`Invitation`,
  spend: msg`Ticket spend`,
  measure: msg`Yearly target`,
  renewal: msg`Renewal`,
}
