import { endOfDayAfterMonths } from '#contract/hongKong.ts'

/** Points that expire together; `expiresAt` is null when they never do. */
export interface Bucket {
  id: string
  remaining: number
  expiresAt: Date | null
}

/** Points to take from one bucket. */
export interface BucketDebit {
  bucketId: string
  amount: number
}

type SpendResult = { kind: 'taken'; debits: BucketDebit[] } | { kind: 'short'; available: number }

/** Whether a bucket's points can still be spent. */
function isLive(bucket: Bucket, now: Date): boolean {
  return bucket.remaining > 0 && (bucket.expiresAt === null || bucket.expiresAt > now)
}

/** First-expiring first, never-expiring last; any, but always the same one first among equals. */
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
 * @returns debits that sum to `points`, or how many points are available when there are too few
 */
export function spend(buckets: readonly Bucket[], points: number, now: Date): SpendResult {
  const available = availablePoints(buckets, now)
  if (available < points) return { kind: 'short', available }
  const debits: BucketDebit[] = []
  let missing = points
  for (const bucket of buckets.filter((candidate) => isLive(candidate, now)).toSorted(byExpiry)) {
    if (missing === 0) break
    const amount = Math.min(bucket.remaining, missing)
    debits.push({ bucketId: bucket.id, amount })
    missing -= amount
  }
  return { kind: 'taken', debits }
}

/** Debits that empty the expired buckets. Each becomes a ledger entry of its own. */
export function debitsOfExpired(buckets: readonly Bucket[], now: Date): BucketDebit[] {
  return buckets
    .filter((bucket) => bucket.remaining > 0 && !isLive(bucket, now))
    .toSorted(byExpiry)
    .map((bucket) => ({ bucketId: bucket.id, amount: bucket.remaining }))
}

/** When points earned at `earnedAt` expire: at the end of a Hong Kong day; null when points never expire. */
export function expiryOf(earnedAt: Date, months: number | null): Date | null {
  return months === null ? null : endOfDayAfterMonths(earnedAt, months)
}
