import { inHongKong } from '#contract/hongKong.ts'

/** A Hong Kong month as the number of months since the year 0. */
function monthNumber(moment: number): number {
  const local = inHongKong(moment)
  return local.getUTCFullYear() * 12 + local.getUTCMonth()
}

const textOf = (month: number) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`

/**
 * The Hong Kong months from that of `first` to that of `last` (milliseconds since 1970), newest first: `2026-11`,
 * `2026-10`.
 */
export function monthsBetween(first: number, last: number): string[] {
  const [from, to] = [monthNumber(first), monthNumber(last)]
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => textOf(to - index))
}
