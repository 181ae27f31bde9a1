import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { availablePoints, type Bucket, type BucketDebit, debitsOfExpired, expiryOf, spend } from './ledger.ts'

const now = new Date('2026-11-20T12:00:00Z')
const dayMs = 86_400_000
const inDays = (days: number | null) => (days === null ? null : new Date(now.getTime() + days * dayMs))

const bucketLists = fc
  .array(
    fc.record({
      remaining: fc.integer({ min: 0, max: 500 }),
      days: fc.option(fc.integer({ min: -5, max: 20 })),
    }),
    { maxLength: 12 },
  )
  .map((drawn) =>
    drawn.map(({ remaining, days }, index): Bucket => ({ id: String(index + 1), remaining, expiresAt: inDays(days) })),
  )

function without(buckets: readonly Bucket[], debits: readonly BucketDebit[]): Bucket[] {
  const taken = new Map(debits.map(({ bucketId, amount }) => [bucketId, amount]))
  return buckets.map((bucket) => ({ ...bucket, remaining: bucket.remaining - (taken.get(bucket.id) ?? 0) }))
}

const expiryTime = ({ expiresAt }: Bucket) => expiresAt?.getTime() ?? Infinity
const isLive = (bucket: Bucket) => bucket.remaining > 0 && expiryTime(bucket) > now.getTime()
const sum = (debits: readonly BucketDebit[]) => debits.reduce((total, { amount }) => total + amount, 0)

test('The parts of a debit add up to its amount, and no part takes more than its bucket holds', () => {
  fc.assert(
    fc.property(bucketLists, fc.integer({ min: 1, max: 3000 }), (buckets, points) => {
      const spending = spend(buckets, points, now)
      const available = availablePoints(buckets, now)
      const debits = spending.kind === 'taken' ? spending.debits : []
      expect(sum(debits)).toBe(available < points ? 0 : points)
      const after = without(buckets, debits)
      expect(after.every(({ remaining }) => remaining >= 0)).toBe(true)
      expect(availablePoints(after, now)).toBe(available - sum(debits))
    }),
  )
})

test('A debit never skips points that expire sooner, and never uses expired points', () => {
  fc.assert(
    fc.property(bucketLists, fc.integer({ min: 1, max: 3000 }), (buckets, points) => {
      const spending = spend(buckets, points, now)
      if (spending.kind === 'short') return
      const touched = new Set(spending.debits.map(({ bucketId }) => bucketId))
      const latest = Math.max(...buckets.filter(({ id }) => touched.has(id)).map(expiryTime))
      const left = without(buckets, spending.debits).filter(isLive)
      expect(left.every((bucket) => expiryTime(bucket) >= latest)).toBe(true)
      expect(buckets.filter(({ id }) => touched.has(id)).every(isLive)).toBe(true)
    }),
  )
})

test('The balance never goes below zero, however often points are spent', () => {
  fc.assert(
    fc.property(bucketLists, fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 20 }), (start, costs) => {
      let buckets = start
      let spent = 0
      for (const cost of costs) {
        const spending = spend(buckets, cost, now)
        if (spending.kind === 'short') continue
        buckets = without(buckets, spending.debits)
        spent += cost
      }
      expect(availablePoints(start, now) - spent).toBe(availablePoints(buckets, now))
      expect(availablePoints(buckets, now)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('Expiry removes all expired points once, and nothing else', () => {
  fc.assert(
    fc.property(bucketLists, (buckets) => {
      const debits = debitsOfExpired(buckets, now)
      const after = without(buckets, debits)
      expect(availablePoints(after, now)).toBe(availablePoints(buckets, now))
      expect(debitsOfExpired(after, now)).toEqual([])
      expect(after.reduce((total, { remaining }) => total + remaining, 0)).toBe(availablePoints(buckets, now))
    }),
  )
})

test('If points expire together, the points earned first are spent first', () => {
  const buckets = ['10', '9'].map((id): Bucket => ({ id, remaining: 5, expiresAt: null }))
  expect(spend(buckets, 6, now)).toEqual({
    kind: 'taken',
    debits: [
      { bucketId: '9', amount: 5 },
      { bucketId: '10', amount: 1 },
    ],
  })
})

test('Points last for the configured number of months, to the end of the day, or forever', () => {
  expect(expiryOf(now, 12)).toEqual(new Date('2027-11-20T16:00:00Z'))
  expect(expiryOf(now, null)).toBeNull()
})

test('A member can spend everything that they have, and not one point more', () => {
  const buckets: Bucket[] = [
    { id: '1', remaining: 0, expiresAt: null },
    { id: '2', remaining: 300, expiresAt: inDays(3) },
    { id: '10', remaining: 200, expiresAt: inDays(3) },
  ]
  const debits = [
    { bucketId: '2', amount: 300 },
    { bucketId: '10', amount: 200 },
  ]
  expect(spend(buckets, 500, now)).toEqual({ kind: 'taken', debits })
  expect(spend(buckets, 501, now)).toEqual({ kind: 'short', available: 500 })
})
