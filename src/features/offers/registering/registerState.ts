import type { RegistrationStatus } from '#contract/spending/registrationStatus.ts'

/**
 * Whether a member can register for an event now, in the order of what matters.
 *
 * - not_open: not for this member, not yet, or no longer (the page says which)
 * - unverified: the email address is to be verified first
 * - waiting: the member is on the waiting list, and gets places by it alone
 * - quota_reached: the member has, or waits for, as many places as one may have
 * - offline: there is no connection
 * - unreachable: the club doesn't answer
 */
export type RegisterState =
  'not_open' | 'unverified' | 'waiting' | 'quota_reached' | 'offline' | 'unreachable' | 'ready'

interface Situation {
  status: RegistrationStatus
  emailVerified: boolean
  isWaiting: boolean
  /** How many more places the member may have. */
  left: number
  online: boolean
  /** The club answered when the page last asked. */
  reachable: boolean
}

/** What the button says: the first reason why a member cannot register now, or that they can. */
export function registerStateOf({
  status,
  emailVerified,
  isWaiting,
  left,
  online,
  reachable,
}: Situation): RegisterState {
  if (status !== 'open' && status !== 'priority-open') return 'not_open'
  if (!emailVerified) return 'unverified'
  if (isWaiting) return 'waiting'
  if (left === 0) return 'quota_reached'
  if (!online) return 'offline'
  return reachable ? 'ready' : 'unreachable'
}
