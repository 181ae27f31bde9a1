import {
  basicTier,
  highestMeasuredTier,
  isAbove,
  type MeasuredTier,
  measuredTiers,
  paidTier,
  type Tier,
  tierTable,
} from '#contract/member/tiers.ts'
import { type Measures, reachesOne } from '#contract/member/measures.ts'
import type { GaugeLevels, UpgradeProgress } from '#contract/member/member.ts'
import {
  endOfMembershipYear,
  startOfMembershipYear,
  startOfNextMembershipYear,
  startOfRenewals,
} from '#contract/hongKong.ts'
import { goldTicket, leastGoldSpend, type SpentTicket, ticketSpend } from './ticketSpend.ts'
import type { TierHolder } from './tiers.ts'

/** The levels of each tier that a membership year's concerts give. */
export type TierLevels = Readonly<Record<MeasuredTier, GaugeLevels>>

/**
 * The levels for a club that has not published its own. Gold's points are the spending of 12 months (specification
 * section 1).
 */
export const defaultLevels: TierLevels = {
  [paidTier]: { fullTicketPurchased: 10, fullSynonyms: 6, fullEarnedPoint: 12_000 },
  [highestMeasuredTier]: { fullTicketPurchased: 20, fullSynonyms: 10, fullEarnedPoint: 300_000 },
}

/** A ticket that has given points. A programme has the same name on each of its evenings. */
export interface CreditedTicket extends SpentTicket {
  programme: string
  points: number
}

/** A ticket of a year that has ended. */
export interface TicketOfYear extends CreditedTicket {
  /** When it was both claimed and heard: before `creditedAt` where settlement came later. */
  heardAt: Date
  /** When it was returned; null: it was not. */
  returnedAt: Date | null
}

/**
 * Tickets as they count for the year that ended at `end`: without those that were returned in it; and one that was
 * claimed and heard in it counts, although settlement gave its points afterwards, such as those of a concert on 31
 * August.
 */
export function ticketsOfYear<Ticket extends TicketOfYear>(tickets: readonly Ticket[], end: Date): Ticket[] {
  return tickets
    .filter(({ returnedAt }) => returnedAt === null || returnedAt > end)
    .map((ticket) =>
      ticket.creditedAt > end && ticket.heardAt <= end ? { ...ticket, creditedAt: ticket.heardAt } : ticket,
    )
}

function measuresOf(tickets: readonly CreditedTicket[], from: Date, until: Date): Measures {
  const counted = tickets.filter(({ creditedAt }) => creditedAt >= from && creditedAt <= until)
  return {
    tickets: counted.length,
    programmes: new Set(counted.map(({ programme }) => programme)).size,
    points: counted.reduce((sum, { points }) => sum + points, 0),
  }
}

/**
 * Whether a member may have reached a tier with these levels, or Gold by the spend: by sums that are at least what
 * counts, since returned tickets are among them.
 *
 * @param sums `spend` in Hong Kong dollars, of the time that counts for it
 */
export function mayReach(sums: Measures & { spend: number }, levels: GaugeLevels): boolean {
  return reachesOne(sums, levels) || sums.spend > leastGoldSpend
}

/** The highest tier that one of the measures of a membership year, or its spend, reaches up to `until`. */
export function earnedTier(tickets: readonly CreditedTicket[], levels: TierLevels, until: Date): Tier {
  const measures = measuresOf(tickets, startOfMembershipYear(until), until)
  if (goldTicket(tickets, until) !== null) return highestMeasuredTier
  return measuredTiers.findLast((tier) => reachesOne(measures, levels[tier])) ?? basicTier
}

/** A tier that concerts have given, and the ticket with which they did. */
interface ReachedTier {
  tier: MeasuredTier
  /** Whether the spend alone reached it. */
  bySpend: boolean
  ticketNo: string
}

/**
 * The highest tier above the present one that the membership year of `now` has reached, by any of the four measures;
 * null when there is none.
 *
 * @param tickets those since `startOfCountedSpend`
 */
export function reachedTier(
  tier: Tier,
  tickets: readonly CreditedTicket[],
  levels: TierLevels,
  now: Date,
): ReachedTier | null {
  const earned = earnedTier(tickets, levels, now)
  if (!isMeasured(earned) || !isAbove(earned, tier)) return null
  const spent = earned === highestMeasuredTier ? goldTicket(tickets, now) : null
  if (spent !== null) return { tier: earned, bySpend: true, ticketNo: spent.ticketNo }
  const inOrder = tickets.toSorted((one, other) => one.creditedAt.getTime() - other.creditedAt.getTime())
  const start = startOfMembershipYear(now)
  const count = inOrder.findIndex((_, index) =>
    reachesOne(measuresOf(inOrder.slice(0, index + 1), start, now), levels[earned]),
  )
  const last = inOrder[count]
  return last ? { tier: earned, bySpend: false, ticketNo: last.ticketNo } : null
}

/** Whether a tier ends with a membership year. */
export const isMeasured = (tier: Tier): tier is MeasuredTier => tierTable[tier].ends

/**
 * What happens to a membership on a 1 September, and why (product decision: every membership renews by itself).
 *
 * - unlimited: Basic and Diamond have no end
 * - valid: paid for, or given, for the next year, too
 * - earned: one of the measures of the past year reached the tier
 * - stepped_down: Gold that the past year did not reach goes on as Red
 * - ended: Red that was neither paid for nor reached goes on as Basic
 */
interface Renewal {
  tier: Tier
  reason: 'unlimited' | 'valid' | 'earned' | 'stepped_down' | 'ended'
}

/** What a tier that ends with a membership year becomes, by what that year has earned. */
export function renew(tier: MeasuredTier, earned: Tier): Renewal {
  if (earned === tier || isAbove(earned, tier)) return { tier, reason: 'earned' }
  const below = measuredTiers.findLast((measured) => isAbove(tier, measured))
  return below === undefined ? { tier: basicTier, reason: 'ended' } : { tier: below, reason: 'stepped_down' }
}

/** A member as the tier was last written down, with what later renewals depend on. */
export interface TieredMember extends TierHolder {
  /** Those since `startOfCountedSpend` of the tier's end. */
  tickets: readonly TicketOfYear[]
  levels: TierLevels
}

/** A renewal that has taken place: from when, and to which last moment (null: without an end). */
export interface PastRenewal extends Renewal {
  startsAt: Date
  expiresAt: Date | null
}

/** Whether a tier has ended, so that renewals follow. */
export function hasEnded({ tier, tierExpiresAt }: TierHolder, now: Date): boolean {
  return isMeasured(tier) && tierExpiresAt !== null && tierExpiresAt < now
}

/** The renewals of a member since the tier was last written down: one for each 1 September until `now`. */
export function renewalsUntil(member: TieredMember, now: Date): PastRenewal[] {
  const { tier, tierExpiresAt: end, tickets, levels } = member
  if (!isMeasured(tier) || end === null || end >= now) return []
  const renewal = renew(tier, earnedTier(ticketsOfYear(tickets, end), levels, end))
  const startsAt = new Date(end.getTime() + 1)
  const expiresAt = isMeasured(renewal.tier) ? endOfMembershipYear(startsAt) : null
  const later = renewalsUntil({ ...member, tier: renewal.tier, tierExpiresAt: expiresAt }, now)
  return [{ ...renewal, startsAt, expiresAt }, ...later]
}

/** The tier of a member at `now`, whether or not the renewals until then have been written down. */
export function tierAt(member: TieredMember, now: Date): TierHolder {
  const last = renewalsUntil(member, now).at(-1)
  return last ? { tier: last.tier, tierExpiresAt: last.expiresAt } : member
}

/** The next renewal of a member, as far as it is known at `now`. */
export interface NextRenewal extends Renewal {
  /** The 1 September on which it takes place. */
  at: Date
  /** From when the fee for the next year can be paid. */
  renewableFrom: Date
  /** What the year has to bring for the tier to go on, in one of its measures; null where it has no end. */
  keptAt: GaugeLevels | null
}

/**
 * What the next 1 September brings a member, if the rest of the membership year brings nothing more.
 *
 * @param tickets those since `startOfCountedSpend`
 */
export function nextRenewal(
  { tier, tierExpiresAt }: TierHolder,
  tickets: readonly CreditedTicket[],
  levels: TierLevels,
  now: Date,
): NextRenewal {
  const at = startOfNextMembershipYear(now)
  const when = { at, renewableFrom: startOfRenewals(now) }
  if (!isMeasured(tier) || tierExpiresAt === null) return { tier, reason: 'unlimited', ...when, keptAt: null }
  const keptAt = levels[tier]
  if (tierExpiresAt >= at) return { tier, reason: 'valid', ...when, keptAt }
  return { ...renew(tier, earnedTier(tickets, levels, now)), ...when, keptAt }
}

/**
 * A member's progress in the membership year of `now`, which begins on 1 September in Hong Kong, and what the tier that
 * is their goal requires: tickets, different programmes, points from tickets.
 *
 * @param tickets those since `startOfCountedSpend`
 */
export function upgradeProgress(tickets: readonly CreditedTicket[], levels: GaugeLevels, now: Date): UpgradeProgress {
  const { tickets: count, programmes, points } = measuresOf(tickets, startOfMembershipYear(now), now)
  return {
    annualTicket: count,
    nextUpgradeTicketsPurchased: levels.fullTicketPurchased,
    annualNumberOfProgramSynonyms: programmes,
    nextUpgradeProgramSynonyms: levels.fullSynonyms,
    totalAnnualEarnedPoint: points,
    nextUpgradeTicketSpend: levels.fullEarnedPoint,
    ticketSpend: ticketSpend(tickets, now),
  }
}
