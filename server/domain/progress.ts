import type { UpgradeProgress } from '#contract/member.ts'
import { startOfMembershipYear } from './hongKong.ts'

/** The values at which each of the three gauges is full, and the next tier is reached: tickets, programmes, points. */
export interface GaugeLevels {
  fullTicketPurchased: number
  fullSynonyms: number
  fullEarnedPoint: number
}

/** The levels of a club that has none of its own. The points are the spending of 12 months (specification section 1). */
export const defaultGaugeLevels: GaugeLevels = { fullTicketPurchased: 20, fullSynonyms: 10, fullEarnedPoint: 300_000 }

/** A ticket that has given points. The same programme on two evenings has one name. */
export interface CreditedTicket {
  programme: string
  points: number
  creditedAt: Date
}

/**
 * What a member has reached in the membership year of `now`, in which the year begins on 1 September in Hong Kong, and what the next tier
 * asks for: tickets, different programmes, points given by tickets.
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
  }
}
