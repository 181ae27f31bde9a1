import type { UpgradeProgress } from '#contract/member/member.ts'
import { startOfMembershipYear } from './hongKong.ts'
import { type SpentTicket, ticketSpend } from './ticketSpend.ts'

/** The values at which each of the three gauges is full, and the next tier is reached: tickets, programmes, points. */
export interface GaugeLevels {
  fullTicketPurchased: number
  fullSynonyms: number
  fullEarnedPoint: number
}

/**
 * The levels for a club that has not published its own. The points are the spending of 12 months (specification section
 * 1).
 */
export const defaultGaugeLevels: GaugeLevels = { fullTicketPurchased: 20, fullSynonyms: 10, fullEarnedPoint: 300_000 }

/** A ticket that has given points. A programme has the same name on each of its evenings. */
export interface CreditedTicket extends SpentTicket {
  programme: string
  points: number
}

/**
 * A member's progress in the membership year of `now`, which begins on 1 September in Hong Kong, and what the next tier
 * requires: tickets, different programmes, points from tickets.
 *
 * @param tickets those since `startOfCountedSpend`
 */
export function upgradeProgress(tickets: readonly CreditedTicket[], levels: GaugeLevels, now: Date): UpgradeProgress {
  const start = startOfMembershipYear(now)
  const annual = tickets.filter(({ creditedAt }) => creditedAt >= start && creditedAt <= now)
  return {
    annualTicket: annual.length,
    nextUpgradeTicketsPurchased: levels.fullTicketPurchased,
    annualNumberOfProgramSynonyms: new Set(annual.map(({ programme }) => programme)).size,
    nextUpgradeProgramSynonyms: levels.fullSynonyms,
    totalAnnualEarnedPoint: annual.reduce((sum, { points }) => sum + points, 0),
    nextUpgradeTicketSpend: levels.fullEarnedPoint,
    ticketSpend: ticketSpend(tickets, now),
  }
}
