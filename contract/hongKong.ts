/** Hong Kong's offset from UTC, in milliseconds. It has had no daylight saving time since 1979. */
const offset = 8 * 60 * 60 * 1000

/** A moment (milliseconds since 1970, or a date) whose UTC fields are what clocks and calendars in Hong Kong say. */
export const inHongKong = (moment: Date | number): Date => new Date(Number(moment) + offset)

/** The first moment of a day of Hong Kong's calendar; days and months beyond their range roll over. */
function startOfDay(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month, day) - offset)
}

/** The end of the Hong Kong day that is `days` days after the day of `moment`. */
export function endOfDayAfter(moment: Date, days: number): Date {
  const local = inHongKong(moment)
  return startOfDay(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days + 1)
}

/**
 * The end of the Hong Kong day that is `months` months after the day of `moment`: the same day of the month, or the
 * last day of a shorter month.
 */
export function endOfDayAfterMonths(moment: Date, months: number): Date {
  const local = inHongKong(moment)
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return startOfDay(year, month, Math.min(local.getUTCDate(), lastDay) + 1)
}

const september = 8

/** The calendar year in which the membership year of `moment` begins. */
function membershipYear(moment: Date): number {
  const local = inHongKong(moment)
  return local.getUTCMonth() >= september ? local.getUTCFullYear() : local.getUTCFullYear() - 1
}

/** The start of the membership year of `moment`: 1 September in Hong Kong. */
export function startOfMembershipYear(moment: Date): Date {
  return startOfDay(membershipYear(moment), september, 1)
}

/** The start of the membership year after that of `moment`: the next 1 September in Hong Kong. */
export function startOfNextMembershipYear(moment: Date): Date {
  return startOfDay(membershipYear(moment) + 1, september, 1)
}

/**
 * The end of the membership year of `moment`: the last moment of 31 August in Hong Kong.
 */
export function endOfMembershipYear(moment: Date): Date {
  return new Date(startOfNextMembershipYear(moment).getTime() - 1)
}

const july = 6

/** The first moment from which the next membership year can be had in that of `moment`: 1 July in Hong Kong. */
export function startOfRenewals(moment: Date): Date {
  return startOfDay(membershipYear(moment) + 1, july, 1)
}

/** The Hong Kong day of `moment`, as `2026-08-31`. */
export const dayOf = (moment: Date): string => inHongKong(moment).toISOString().slice(0, 10)

/** The same, as `20260831`. */
export const compactDay = (moment: Date): string => dayOf(moment).replaceAll('-', '')

/** `hour`:`minute` in Hong Kong, `days` days after the day of `moment`. */
export function clockTimeAfter(
  moment: Date,
  { days, hour, minute }: { days: number; hour: number; minute: number },
): Date {
  const local = inHongKong(moment)
  const day = startOfDay(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days)
  return new Date(day.getTime() + (hour * 60 + minute) * 60_000)
}

/** A month of Hong Kong's calendar (`2026-09`): its first moment, and that of the next month. */
export function rangeOfMonth(month: string): { from: Date; until: Date } {
  const [year = 0, ordinal = 0] = month.split('-').map(Number)
  return { from: startOfDay(year, ordinal - 1, 1), until: startOfDay(year, ordinal, 1) }
}

/** The Hong Kong months (`2026-09`) that end with that of `now`, oldest first. */
export function lastMonths(now: Date, count: number): string[] {
  const local = inHongKong(now)
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - count + 1 + index, 1)).toISOString().slice(0, 7),
  )
}

/** The last Hong Kong day before `end`, as `2026-08-31`. */
export function lastDayBefore(end: Date): string {
  return dayOf(new Date(end.getTime() - 1))
}
