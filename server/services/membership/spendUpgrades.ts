import type { Transaction } from 'kysely'
import { spendTier } from '#contract/member/tiers.ts'
import { startOfMembershipYear } from '#server/domain/hongKong.ts'
import { goldTicket, leastGoldSpend, startOfCountedSpend } from '#server/domain/ticketSpend.ts'
import { tierEndOf } from '#server/domain/tiers.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { findCreditedTickets, findSpendersWithoutGold, mayHaveSpent } from '#server/store/points/creditedTickets.ts'
import { findMember, lockMember } from '#server/store/members/members.ts'
import { hasMembershipSince } from '#server/store/members/memberships.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { attemptEach, type Failure } from '../attemptEach.ts'
import { findRecipient } from '../recipients.ts'
import { giveTier } from './tiers.ts'

/** The time and rules of an upgrade by spend. */
export interface SpendUpgrade {
  now: Date
  /** Months after which points given now expire, null when they never do. */
  pointsExpiryMonths: number | null
  notify: NotifyMember
}

const least = (now: Date) => ({ points: leastGoldSpend, since: startOfCountedSpend(now) })

/**
 * Makes a member Gold whose spend has reached it in this membership year, and tells them. Does nothing while the
 * profile is incomplete or the account is closed: completing the one calls this again, and the other's next ticket. The
 * caller holds the member's row lock (`lockMember`). Resolves to whether the member is Gold now and was not before.
 */
export async function upgradeBySpend(
  db: Transaction<Database>,
  memberId: string,
  { now, pointsExpiryMonths, notify }: SpendUpgrade,
): Promise<boolean> {
  if (!(await mayHaveSpent(db, memberId, least(now)))) return false
  const member = await findMember(db, memberId)
  if (!member?.active || !member.is_profile_completed) return false
  const ticket = goldTicket(
    await findCreditedTickets(db, memberId, { since: startOfCountedSpend(now), until: now }),
    now,
  )
  if (ticket === null) return false
  const cause = { source: 'spend', reference: ticket.ticketNo } as const
  // What an operator has taken away since does not come back by the same spend, also where settlement adds a ticket to
  // it.
  const before = { memberId, source: cause.source, since: startOfMembershipYear(now) }
  if (await hasMembershipSince(db, before)) return false
  const decision = await giveTier(db, { memberId, tier: spendTier, ...cause, now, pointsExpiryMonths })
  if (decision !== 'given') return false
  await notify(db, await findRecipient(db, memberId), { kind: 'tier_reached', tier: spendTier, end: tierEndOf(now) })
  return true
}

/** How long members are looked at after a performance was settled: longer than a server is down. */
const lookBackMs = 7 * 24 * 60 * 60 * 1000

/**
 * Upgrades members by the tickets that settlement has credited. Settlement waits for no member, so this comes after it,
 * in a transaction for each member who may have reached Gold; a scan that commits meanwhile is seen by the next run. A
 * failure holds up no other member.
 */
export async function upgradeSettled(
  db: ConnectionPool,
  upgrade: SpendUpgrade,
): Promise<{ upgraded: number; failures: Failure[] }> {
  const { now } = upgrade
  const settledSince = new Date(now.getTime() - lookBackMs)
  const spenders = await findSpendersWithoutGold(db, { settledSince, least: least(now) })
  const { results, failures } = await attemptEach(spenders, (memberId) =>
    inTransaction(db, async (transaction) => {
      await lockMember(transaction, memberId)
      return upgradeBySpend(transaction, memberId, upgrade)
    }),
  )
  return { upgraded: results.filter(Boolean).length, failures }
}
