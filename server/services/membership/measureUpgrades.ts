import { tierEndOf } from '#contract/member/renewal.ts'
import type { Transaction } from 'kysely'
import { isAbove, measuredTiers } from '#contract/member/tiers.ts'
import type { TierUpgrade } from '#contract/scan/scan.ts'
import { pointsOfTicket } from '#contract/scan/ticket.ts'
import { startOfMembershipYear } from '#contract/hongKong.ts'
import { mayReach, reachedTier, type TierLevels } from '#server/domain/membershipYear.ts'
import { startOfCountedSpend } from '#server/domain/ticketSpend.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import {
  type Candidate,
  type Counted,
  findCandidate,
  findCreditedTickets,
  findSettledCandidates,
} from '#server/store/points/creditedTickets.ts'
import { lockMember } from '#server/store/members/members.ts'
import { hasMembershipSince } from '#server/store/members/memberships.ts'
import type { ActingPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { attemptEach, type Failure } from '../attemptEach.ts'
import { findRecipient } from '../recipients.ts'
import { dueUpgradeBonus, giveTier } from './tiers.ts'

/** The time and rules of an upgrade by what a membership year has brought. */
interface MeasureUpgrade {
  now: Date
  /** What a membership year has to bring for each tier. */
  levels: TierLevels
  /** Months after which points given now expire, null when they never do. */
  pointsExpiryMonths: number | null
  notify: NotifyMember
}

const countedAt = (now: Date): Counted => ({ year: startOfMembershipYear(now), counted: startOfCountedSpend(now) })

/** What a member's tickets have brought that counts at `now`; undefined for a member whom they lead to no tier. */
export function readCandidate(db: Transaction<Database>, memberId: string, now: Date): Promise<Candidate | undefined> {
  return findCandidate(db, memberId, countedAt(now))
}

/** Whether a member may have reached any tier above the present one: editors may set Gold's level below Red's. */
function mayReachAny(candidate: Candidate, levels: TierLevels): boolean {
  return measuredTiers.some((tier) => isAbove(tier, candidate.tier) && mayReach(candidate, levels[tier]))
}

/** Whether a candidate may have reached a tier with another ticket of this price. */
export function mayReachWith(candidate: Candidate | undefined, price: number, levels: TierLevels): boolean {
  if (!candidate) return false
  const points = candidate.points + pointsOfTicket(price)
  const spend = candidate.spend + pointsOfTicket(price) + 1
  const sums = { tickets: candidate.tickets + 1, programmes: candidate.programmes + 1, points, spend }
  return mayReachAny({ ...candidate, ...sums }, levels)
}

/**
 * Gives a member the highest tier that one of the measures has reached in this membership year (tickets, programmes,
 * points, spend), and tells them. Does nothing while the profile is incomplete or the account is closed: completing the
 * one calls this again, and the other's next ticket. The caller holds the member's row lock (`lockMember`). Resolves to
 * the upgrade, null where there was none.
 */
export async function upgradeByMeasures(
  db: Transaction<Database>,
  memberId: string,
  { now, levels, pointsExpiryMonths, notify }: MeasureUpgrade,
): Promise<TierUpgrade | null> {
  const candidate = await readCandidate(db, memberId, now)
  if (!candidate || !mayReachAny(candidate, levels)) return null
  const tickets = await findCreditedTickets(db, memberId, { since: startOfCountedSpend(now), until: now })
  const reached = reachedTier(candidate.tier, tickets, levels, now)
  if (reached === null) return null
  const { tier, bySpend, ticketNo } = reached
  const source = bySpend ? 'spend' : 'measure'
  // What staff have taken away since does not come back by the same measures, also where settlement adds a ticket.
  if (await hasMembershipSince(db, { memberId, tier, source, since: startOfMembershipYear(now) })) return null
  // A ticket may reach Red and, later, Gold: where another one is returned meanwhile, or the levels change.
  const cause = { source, reference: bySpend ? ticketNo : `${ticketNo}:${tier}` } as const
  const bonus = await dueUpgradeBonus(db, { memberId, tier })
  const decision = await giveTier(db, { memberId, tier, ...cause, now, pointsExpiryMonths })
  if (decision !== 'given') return null
  const end = tierEndOf(now)
  await notify(db, await findRecipient(db, memberId), { kind: 'tier_reached', tier, end })
  return { from: candidate.tier, tier, points: bonus?.points ?? 0, valid_until: end.toISOString() }
}

/** How long members are looked at after a performance was settled: longer than a server is down. */
const lookBackMs = 7 * 24 * 60 * 60 * 1000

/**
 * Upgrades members by the tickets that settlement has credited. Settlement waits for no member, so this comes after it,
 * in a transaction for each member who may have reached a tier; a scan that commits meanwhile is seen by the next run.
 * A failure holds up no other member.
 */
export async function upgradeSettled(
  db: ActingPool,
  upgrade: MeasureUpgrade,
): Promise<{ upgraded: number; failures: Failure[] }> {
  const { now, levels } = upgrade
  const settledSince = new Date(now.getTime() - lookBackMs)
  const candidates = await findSettledCandidates(db, { settledSince, ...countedAt(now) })
  const likely = candidates.filter((candidate) => mayReachAny(candidate, levels))
  const ids = likely.map(({ id }) => id)
  const { done, failures } = await attemptEach(ids, (memberId) =>
    inTransaction(db, async (transaction) => {
      await lockMember(transaction, memberId)
      return (await upgradeByMeasures(transaction, memberId, upgrade)) !== null
    }),
  )
  return { upgraded: done, failures }
}
