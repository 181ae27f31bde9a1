import type { Suspension } from '#contract/member/member.ts'
import type { RewardSummary } from '#contract/spending/rewards.ts'
import type { RememberedMember } from '#src/session/member.ts'
import { availabilityOf } from '../rewards/availability.ts'
import { quantityLimit } from './quantity.ts'

/**
 * Whether a member can redeem a reward now, in the order of what matters.
 *
 * - ended, sold_out: nobody can
 * - not_redeemable: it costs no points, and is given in another way
 * - suspended: staff have suspended the member
 * - unverified: the email address is to be verified first
 * - limit_reached: the member has as many as one may have
 * - short: so many points are missing for the quantity
 * - offline: there is no connection
 * - unreachable: the club doesn't answer
 */
export type RedeemState =
  | {
      kind:
        | 'ended'
        | 'sold_out'
        | 'not_redeemable'
        | 'unverified'
        | 'limit_reached'
        | 'offline'
        | 'unreachable'
        | 'ready'
    }
  | { kind: 'short'; missing: number }
  | { kind: 'suspended'; suspension: Suspension }

interface Situation {
  reward: Pick<RewardSummary, 'points' | 'each_member_max' | 'availableQuantityOfRewardItem' | 'expiry_date'>
  member: Pick<RememberedMember, 'points' | 'emailVerified' | 'suspension'>
  quantity: number
  /** How many the member has redeemed already. */
  before: number
  online: boolean
  /** The club answered when the page last asked. */
  reachable: boolean
  /** Milliseconds since 1970. */
  now: number
}

/** What the button says: the first reason why a member cannot redeem now, or that they can. */
export function redeemStateOf({ reward, member, quantity, before, online, reachable, now }: Situation): RedeemState {
  const { kind } = availabilityOf(reward, now)
  if (kind === 'ended' || kind === 'sold_out') return { kind }
  if (reward.points === 0) return { kind: 'not_redeemable' }
  if (member.suspension) return { kind: 'suspended', suspension: member.suspension }
  if (!member.emailVerified) return { kind: 'unverified' }
  if (quantityLimit(reward, before) === 0) return { kind: 'limit_reached' }
  const missing = reward.points * quantity - member.points
  if (missing > 0) return { kind: 'short', missing }
  if (!online) return { kind: 'offline' }
  return { kind: reachable ? 'ready' : 'unreachable' }
}
