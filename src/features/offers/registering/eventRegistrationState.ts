import { canRegister, type RegistrationStatus } from '#contract/spending/registrationStatus.ts'

/**
 * Whether a member can register for an event now, in the order of what matters.
 *
 * - not_open: not for this member, not yet, or no longer (the page says which)
 * - suspended: staff have suspended the member
 * - youth_only: it is for approved members of the young audience scheme, and this one is none
 * - unverified: the email address is to be verified first
 * - waiting: the member is on the waiting list, and gets places by it alone
 * - quota_reached: the member has, or waits for, as many places as one may have
 * - offline: there is no connection
 * - unreachable: the club doesn't answer
 * - full: there is no place, and no waiting list for this member
 */
export type EventRegistrationState =
  | 'not_open'
  | 'suspended'
  | 'youth_only'
  | 'unverified'
  | 'waiting'
  | 'quota_reached'
  | 'offline'
  | 'unreachable'
  | 'full'
  | 'ready'

interface Situation {
  status: RegistrationStatus
  isSuspended: boolean
  /** The event is for others than this member: those of the young audience scheme. */
  isForYouth: boolean
  emailVerified: boolean
  isWaiting: boolean
  /** How many more places the member may have. */
  left: number
  online: boolean
  /** The club answered when the page last asked. */
  reachable: boolean
  /** There is no place, and none to wait for. */
  isFull: boolean
}

/** What the button says: the first reason why a member cannot register now, or that they can. */
export function eventRegistrationStateOf({
  status,
  isSuspended,
  isForYouth,
  emailVerified,
  isWaiting,
  left,
  online,
  reachable,
  isFull,
}: Situation): EventRegistrationState {
  if (!canRegister(status)) return 'not_open'
  if (isSuspended) return 'suspended'
  if (isForYouth) return 'youth_only'
  if (!emailVerified) return 'unverified'
  if (isWaiting) return 'waiting'
  if (left === 0) return 'quota_reached'
  if (!online) return 'offline'
  if (!reachable) return 'unreachable'
  return isFull ? 'full' : 'ready'
}
