import { type HigherTier, highestMeasuredTier, isAbove, type Tier, tierTable } from '#contract/member/tiers.ts'
import { tierEndOf } from '#contract/member/renewal.ts'
import type { TierDecision } from '#server/domain/tiers.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { findMember, lockMember } from '#server/store/members/members.ts'
import { addMembership, setTier } from '#server/store/members/memberships.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'
import { findRecipient } from '../recipients.ts'
import { aboutTier, giveTier, withTierAt } from './tiers.ts'

interface Wanted {
  memberId: string
  /** The member reads it. */
  reason: string
  now: Date
  notify: NotifyMember
}

/** A tier that staff give, by invitation. */
interface Invitation extends Wanted {
  tier: HigherTier
  /** Months after which points given now expire, null when they never do. */
  pointsExpiryMonths: number | null
}

/**
 * What became of it; everything but `given` has changed nothing. `end`: the tier's last moment, null where it has none.
 */
type Invited =
  | { kind: 'unknown_member' | 'closed' }
  | { kind: 'refused'; decision: Exclude<TierDecision, 'given'>; tier: Tier }
  | { kind: 'given'; tier: HigherTier; end: Date | null }

/** Gives a member a tier by invitation, with the bonus of its upgrade, and tells them. */
export function inviteToTier(db: ActingPool, invitation: Invitation): Promise<Invited> {
  const { tier, reason, now, notify, pointsExpiryMonths } = invitation
  return inTransaction(db, async (transaction) => {
    if (!(await findMember(transaction, invitation.memberId))) return { kind: 'unknown_member' }
    const member = await lockMember(transaction, invitation.memberId)
    if (!member.active) return { kind: 'closed' }
    const cause = { source: 'operator', reference: `${member.id}:${tier}:${now.toISOString()}` } as const
    const gift = { memberId: member.id, tier, ...cause, now, pointsExpiryMonths, reason }
    const decision = await giveTier(transaction, gift)
    if (decision !== 'given')
      return { kind: 'refused', decision, tier: (await withTierAt(transaction, member, now)).membership_tier }
    const end = tierTable[tier].ends ? tierEndOf(now) : null
    await notify(transaction, await findRecipient(transaction, member.id), { kind: 'tier_given', tier, end })
    return { kind: 'given', tier, end }
  })
}

/** What became of it; everything but `ended` has changed nothing. */
type Ended =
  | { kind: 'unknown_member' | 'closed' }
  | { kind: 'refused'; tier: Tier }
  | { kind: 'ended'; tier: HigherTier; end: Date }

/**
 * Ends a tier above those that concerts lead to: one step down, to the highest of these, which then is renewed or not
 * like everybody's. It gives no bonus. Tells the member.
 */
export function endInvitation(db: ActingPool, wanted: Wanted): Promise<Ended> {
  const { reason, now, notify } = wanted
  return inTransaction(db, async (transaction) => {
    if (!(await findMember(transaction, wanted.memberId))) return { kind: 'unknown_member' }
    const member = await lockMember(transaction, wanted.memberId)
    if (!member.active) return { kind: 'closed' }
    const { id: memberId, membership_tier: from } = member
    if (!isAbove(from, highestMeasuredTier)) return { kind: 'refused', tier: from }
    const tier = highestMeasuredTier
    const end = tierEndOf(now)
    const cause = { source: 'operator', reference: `${memberId}:${tier}:${now.toISOString()}` } as const
    await addMembership(transaction, { member_id: memberId, tier, ...cause, starts_at: now, ends_at: end })
    await setTier(transaction, memberId, { tier, expiresAt: end })
    await recordAct(transaction, {
      action: 'tier_end',
      ...aboutTier(memberId),
      before: { tier: from },
      after: { tier },
      reason,
    })
    await notify(transaction, await findRecipient(transaction, memberId), { kind: 'tier_ended', tier, end })
    return { kind: 'ended', tier, end }
  })
}
