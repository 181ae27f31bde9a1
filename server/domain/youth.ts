import type { youthStatuses } from '#contract/member/member.ts'

export type YouthStatus = (typeof youthStatuses)[number]

/**
 * What happens to an application to the young audience scheme: the member submits the form (`applied`), the gateway
 * reports the payment (`paid`), staff decide (`approved`, `rejected`), the membership year ends (`ended`). One that is
 * not paid ends with its card (`lapsed`). Staff may take a decision back at once (`undone`).
 */
export type YouthEvent = 'applied' | 'paid' | 'approved' | 'rejected' | 'ended' | 'lapsed' | 'undone'

/**
 * The transitions. Every other one is refused: an application is paid before it is looked at, and decided once. Until
 * it is paid, the member can send it again, such as with a correction after a lost answer.
 */
export const transitions: Record<YouthStatus, Partial<Record<YouthEvent, YouthStatus>>> = {
  'N/A': { applied: 'Pending Payment' },
  'Pending Payment': { applied: 'Pending Payment', paid: 'Pending Approval', lapsed: 'N/A' },
  'Pending Approval': { approved: 'Approved', rejected: 'Rejected' },
  Approved: { ended: 'Expired', undone: 'Pending Approval' },
  Rejected: { applied: 'Pending Payment', undone: 'Pending Approval' },
  Expired: { applied: 'Pending Payment' },
}

/** The status that a member has now: an approval whose last moment has passed is Expired, even before that is saved. */
export function currentYouthStatus(
  { status, expiresAt }: { status: YouthStatus; expiresAt: Date | null },
  now: Date,
): YouthStatus {
  return status === 'Approved' && expiresAt !== null && expiresAt < now ? 'Expired' : status
}

/** The status after an event; null when the event is refused. */
export function nextYouthStatus(status: YouthStatus, event: YouthEvent): YouthStatus | null {
  return transitions[status][event] ?? null
}
