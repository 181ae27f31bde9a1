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
