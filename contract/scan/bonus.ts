import * as v from 'valibot'
import type { StaticContents } from '#contract/content.ts'
import { inHongKong } from '#contract/hongKong.ts'
import { lenientList } from '#contract/schemas/lenient.ts'
import type { TransactionCode } from '#contract/member/points.ts'

/** The point transactions that can be the bonus of a ticket (specification section 3). */
export const bonusCodes = [
  'Birthday Double Points',
  'Christmas birthday double points 2023',
  'Scan Ticket Thanksgiving',
  'Scan Thanksgiving',
  'Scan ticket with bonus',
] as const satisfies readonly TransactionCode[]

/** Who gets the bonus: everyone, or those whose birthday is in the month of the concert. */
export const bonusMembers = ['all', 'birthday_month'] as const

/**
 * A period whose concerts give more points. `code`: as what the points history shows the bonus. `factor`: 2 doubles the
 * points. `from` and `to`: the first and the last moment at which such a concert begins, ISO 8601.
 */
export const BonusPeriod = v.object({
  code: v.picklist(bonusCodes),
  factor: v.number(),
  members: v.picklist(bonusMembers),
  from: v.string(),
  to: v.string(),
})
export type BonusPeriod = v.InferOutput<typeof BonusPeriod>

/** What a period gives on top of a ticket's points. */
export interface TicketBonus {
  code: string
  points: number
}

/** A ticket and its member, as a bonus is decided from them. `dob`: `1990-05-01`; null if it is not known. */
interface BonusFacts {
  points: number
  startsAt: Date
  dob: string | null
}

/** The calendar month in Hong Kong, as `05`. */
const monthOf = (moment: Date) => inHongKong(moment).toISOString().slice(5, 7)

/** The periods that a concert is in. */
export function periodsAt(periods: readonly BonusPeriod[], startsAt: Date): BonusPeriod[] {
  return periods.filter(({ from, to }) => new Date(from) <= startsAt && startsAt <= new Date(to))
}

/**
 * The points of a bonus: whole ones. Counts in tenths, of which a factor has one digit: `points * 0.9` would not be
 * exact.
 */
export function bonusPoints(points: number, factor: number): number {
  return Math.floor((points * (Math.round(factor * 10) - 10)) / 10)
}

/**
 * The bonuses of a ticket, each on the ticket's own points. The concert's time decides, not that of the scan, so that a
 * phone without network knows them as well, and nothing changes while a scan waits.
 */
export function bonusesOf(
  { points, startsAt, dob }: BonusFacts,
  periods: readonly BonusPeriod[],
): (TicketBonus & Pick<BonusPeriod, 'code' | 'factor'>)[] {
  const isBirthday = dob?.slice(5, 7) === monthOf(startsAt)
  return (
    periodsAt(periods, startsAt)
      .filter(({ members }) => members === 'all' || isBirthday)
      .map(({ code, factor }) => ({ code, factor, points: bonusPoints(points, factor) }))
      // The database takes each type once for a ticket.
      .filter(({ code, points: extra }, place, all) => extra > 0 && all.findIndex((one) => one.code === code) === place)
  )
}

/** The periods in the static contents, which only pages with tickets read. */
export function bonusPeriodsOf(contents: Pick<StaticContents, 'bonus_periods'> | undefined): BonusPeriod[] {
  return v.parse(lenientList(BonusPeriod), contents?.bonus_periods)
}
