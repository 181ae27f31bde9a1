import type { GaugeLevels, UpgradeProgress } from './member.ts'

/** What a membership year has brought up to a moment. */
export interface Measures {
  tickets: number
  programmes: number
  points: number
}

/** Whether a measure has reached a level. A level of 0 asks for nothing, and gives nothing. */
export const isReached = (value: number, level: number): boolean => level > 0 && value >= level

/** Whether one of the measures has reached its level. */
export function reachesOne({ tickets, programmes, points }: Measures, levels: GaugeLevels): boolean {
  return (
    isReached(tickets, levels.fullTicketPurchased) ||
    isReached(programmes, levels.fullSynonyms) ||
    isReached(points, levels.fullEarnedPoint)
  )
}

/** The measures of a profile's progress. */
export const measuresIn = (progress: UpgradeProgress): Measures => ({
  tickets: progress.annualTicket,
  programmes: progress.annualNumberOfProgramSynonyms,
  points: progress.totalAnnualEarnedPoint,
})

/** The levels that a profile's progress leads to. */
export const levelsIn = (progress: UpgradeProgress): GaugeLevels => ({
  fullTicketPurchased: progress.nextUpgradeTicketsPurchased,
  fullSynonyms: progress.nextUpgradeProgramSynonyms,
  fullEarnedPoint: progress.nextUpgradeTicketSpend,
})
