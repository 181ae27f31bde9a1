/** Hong Kong's distance from UTC, in milliseconds. It has kept no summer time since 1979. */
const offset = 8 * 60 * 60 * 1000

/** The first moment of a day of Hong Kong's calendar; days and months beyond their range roll over. */
function startOfDay(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month, day) - offset)
}

/** The moment at which the Hong Kong day ends that lies `days` days after the one of `moment`. */
export function endOfDayAfter(moment: Date, days: number): Date {
  const local = new Date(moment.getTime() + offset)
  return startOfDay(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days + 1)
}

/**
 * The moment at which the Hong Kong day ends that lies `months` months after the one of `moment`: the same day of the month, or the
 * month's last day where it has none.
 */
export function endOfDayAfterMonths(moment: Date, months: number): Date {
  const local = new Date(moment.getTime() + offset)
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return startOfDay(year, month, Math.min(local.getUTCDate(), lastDay) + 1)
}

/** The moment at which the membership year of `moment` began: 1 September in Hong Kong. */
export function startOfMembershipYear(moment: Date): Date {
  const local = new Date(moment.getTime() + offset)
  const september = 8
  const year = local.getUTCMonth() >= september ? local.getUTCFullYear() : local.getUTCFullYear() - 1
  return startOfDay(year, september, 1)
}

/** The moment that a clock in Hong Kong shows as `hour`:`minute`, so many days after the day of `moment`. */
export function clockTimeAfter(
  moment: Date,
  { days, hour, minute }: { days: number; hour: number; minute: number },
): Date {
  const local = new Date(moment.getTime() + offset)
  const day = startOfDay(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days)
  return new Date(day.getTime() + (hour * 60 + minute) * 60_000)
}
