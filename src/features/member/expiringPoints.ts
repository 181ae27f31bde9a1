import type { PointBucket } from '#contract/member/member.ts'

/** Points that expire soon count from this many days before. */
const soonDays = 90

/** Points whose last day is the same. `lastMoment` to spend them, in milliseconds since 1970. */
export interface ExpiringPoints {
  points: number
  lastMoment: number
}

/**
 * The points that expire within some days, the soonest first; none where points never expire.
 *
 * @param now in milliseconds since 1970
 */
export function expiringPoints(buckets: readonly PointBucket[], now: number, days = soonDays): ExpiringPoints[] {
  const byMoment = new Map<number, number>()
  for (const { remaining, expires_at: expiresAt } of buckets) {
    const end = Date.parse(expiresAt ?? '')
    if (remaining <= 0 || !(end > now) || end > now + days * 86_400_000) continue
    byMoment.set(end, (byMoment.get(end) ?? 0) + remaining)
  }
  // They expire at the midnight after their last day.
  return [...byMoment]
    .toSorted(([one], [other]) => one - other)
    .map(([end, points]) => ({ points, lastMoment: end - 1 }))
}
