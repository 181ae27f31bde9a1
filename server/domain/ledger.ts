import { endOfDayAfterMonths } from './hongKong.ts'

/** Points that expire together; `expiresAt` is null where they do not. */
export interface Bucket {
  id: string
  remaining: number
  expiresAt: Date | null
}

/** What is taken from one bucket, in points. */
export interface Part {
  bucketId: string
  amount: number
}

export type Spending = { kind: 'taken'; parts: Part[] } | { kind: 'short'; available: number }

/** Whether a bucket's points can still be spent. */
function isLive(bucket: Bucket, now: Date): boolean {
  return bucket.remaining > 0 && (bucket.expiresAt === null || bucket.expiresAt > now)
}

/** First-expiring first, those that never expire last; among equals the older bucket (ids count up). */
function byExpiry(a: Bucket, b: Bucket): number {
  const [first, second] = [a.expiresAt?.getTime() ?? Infinity, b.expiresAt?.getTime() ?? Infinity]
  if (first !== second) return first < second ? -1 : 1
  return BigInt(a.id) < BigInt(b.id) ? -1 : 1
}

/** The points that a member can spend. */
export function availablePoints(buckets: readonly Bucket[], now: Date): number {
  return buckets.filter((bucket) => isLive(bucket, now)).reduce((sum, { remaining }) => sum + remaining, 0)
}

/**
 * Takes points from the buckets that expire first. All or nothing.
 *
 * @param points a whole number above 0
 * @returns the parts, which sum to `points`; or that there are not enough, and how many there are
 */
export function spend(buckets: readonly Bucket[], points: number, now: Date): Spending {
  const available = availablePoints(buckets, now)
  if (available < points) return { kind: 'short', available }
  const parts: Part[] = []
  let missing = points
  for (const bucket of buckets.filter((candidate) => isLive(candidate, now)).toSorted(byExpiry)) {
    if (missing === 0) break
    const amount = Math.min(bucket.remaining, missing)
    parts.push({ bucketId: bucket.id, amount })
    missing -= amount
  }
  return { kind: 'taken', parts }
}

/** What has expired and is still in its bucket: each part leaves the ledger by an entry of its own. */
export function expiredParts(buckets: readonly Bucket[], now: Date): Part[] {
  return buckets
    .filter((bucket) => bucket.remaining > 0 && !isLive(bucket, now))
    .toSorted(byExpiry)
    .map((bucket) => ({ bucketId: bucket.id, amount: bucket.remaining }))
}

/** When points that are earned now expire: at the end of a Hong Kong day; null where points do not expire. */
export function expiryOf(earnedAt: Date, months: number | null): Date | null {
  return months === null ? null : endOfDayAfterMonths(earnedAt, months)
}
