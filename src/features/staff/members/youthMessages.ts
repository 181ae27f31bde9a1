import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { youthStatuses } from '#contract/member/member.ts'

/** The statuses of an application to the young audience scheme. */
export const youthMessages: Record<(typeof youthStatuses)[number], MessageDescriptor> = {
  'N/A': msg`Not applied`,
  'Pending Payment': msg`To be paid`,
  'Pending Approval': msg`To be decided`,
  Approved: msg`Approved`,
  Rejected: msg`Rejected`,
  Expired: msg`Ended`,
}
