import type { Transaction } from 'kysely'
import { basicTier, type HigherTier, tierTable } from '#contract/member/tiers.ts'
import { expiryOf } from '#server/domain/ledger.ts'
import {
  decideTier,
  endsToAnnounce,
  hasLapsed,
  type TierDecision,
  tierEndOf,
  type TierHolder,
} from '#server/domain/tiers.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { hasEntry } from '#server/store/points/ledger.ts'
import { lockMember, type MemberRow } from '#server/store/members/members.ts'
import {
  addMembership,
  findTiersEndingBefore,
  findTiersToAnnounce,
  markReminded,
  setTier,
  startMembership,
} from '#server/store/members/memberships.ts'
import type { MembershipSource } from '#server/store/tables/membershipTables.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { attemptEach, type Failure } from '../attemptEach.ts'
import { givePoints } from '../points/points.ts'
import { findRecipient } from '../recipients.ts'

/** A tier to give, and what for: `source` and `reference` name the cause, which gives one membership. */
export interface TierGift {
  memberId: string
  tier: HigherTier
  source: MembershipSource
  reference: string
  now: Date
  /** Months after which points given now expire, null when they never do. */
  pointsExpiryMonths: number | null
}

/** A member as `domain/tiers.ts` sees them. */
export function toTierHolder(member: Pick<MemberRow, 'membership_tier' | 'tier_expiry_date'>): TierHolder {
  return { tier: member.membership_tier, tierExpiresAt: member.tier_expiry_date }
}

async function giveBonus(db: Transaction<Database>, { memberId, tier, now, pointsExpiryMonths }: TierGift) {
  const bonus = tierTable[tier].upgradeBonus
  if (bonus === null || (await hasEntry(db, memberId, bonus.code))) return
  const cause = { memberId, code: bonus.code, reference: memberId, now }
  await givePoints(db, cause, bonus.points, expiryOf(now, pointsExpiryMonths))
}

/**
 * Gives a member a tier to the end of 31 August: membership, tier and the upgrade's bonus, which comes once in a
 * member's life. Locks the member's row. Changes nothing where the decision is not `given`.
 */
export async function giveTier(db: Transaction<Database>, gift: TierGift): Promise<TierDecision> {
  const { memberId, tier, source, reference, now } = gift
  const decision = decideTier(toTierHolder(await lockMember(db, memberId)), tier, now)
  if (decision !== 'given') return decision
  const end = tierEndOf(now)
  await addMembership(db, { member_id: memberId, tier, source, reference, starts_at: now, ends_at: end })
  await setTier(db, memberId, { tier, expiresAt: end })
  await startMembership(db, memberId, now)
  // Whoever joins in August knows the end from the page that welcomes them.
  if (end <= endsToAnnounce(now)) await markReminded(db, memberId, end)
  await giveBonus(db, gift)
  return decision
}

/** What the periodic task on tiers works with. */
export interface TierTask {
  db: ConnectionPool
  now: Date
  notify: NotifyMember
}

async function notifyAbout(
  db: Transaction<Database>,
  { id, membership_tier: tier, tier_expiry_date: end }: MemberRow,
  kind: 'tier_ending' | 'tier_ended',
  notify: NotifyMember,
): Promise<void> {
  if (tier === basicTier || end === null) return
  await notify(db, await findRecipient(db, id), { kind, tier, end })
}

/** Returns a lapsed member to Basic, and tells them. The row lock lets one of several processes do it. */
function lapse({ db, now, notify }: TierTask, memberId: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const member = await lockMember(transaction, memberId)
    if (!hasLapsed(toTierHolder(member), now)) return false
    await setTier(transaction, memberId, { tier: basicTier, expiresAt: null })
    if (member.active) await notifyAbout(transaction, member, 'tier_ended', notify)
    return true
  })
}

function announce({ db, now, notify }: TierTask, memberId: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const member = await lockMember(transaction, memberId)
    const { tier_expiry_date: end, tier_reminded_for: remindedFor } = member
    if (end === null || end < now || end > endsToAnnounce(now) || remindedFor?.getTime() === end.getTime()) return false
    await markReminded(transaction, memberId, end)
    await notifyAbout(transaction, member, 'tier_ending', notify)
    return true
  })
}

const countOf = ({ results }: { results: boolean[] }) => results.filter(Boolean).length

/** What a run of the task did, in members. */
export interface TierChanges {
  lapsed: number
  announced: number
  failures: Failure[]
}

/**
 * Returns members whose tier has ended to Basic, and tells members whose tier ends within 30 days, each once by mail.
 * One transaction per member, so that a failure holds up no other; safe to run at any time, also in several processes
 * at once.
 */
export async function renewTiers(task: TierTask): Promise<TierChanges> {
  const { db, now } = task
  const lapsed = await attemptEach(await findTiersEndingBefore(db, now), (id) => lapse(task, id))
  const toAnnounce = await findTiersToAnnounce(db, { now, until: endsToAnnounce(now) })
  const announced = await attemptEach(toAnnounce, (id) => announce(task, id))
  return {
    lapsed: countOf(lapsed),
    announced: countOf(announced),
    failures: [...lapsed.failures, ...announced.failures],
  }
}
