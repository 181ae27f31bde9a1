import { describe, expect, it } from 'vitest'
import { dueAt, retryDelay } from './backoff.ts'

const hour = 3_600_000
const day = 24 * hour

describe('the delay before the next attempt', () => {
  it('is random, between zero and 1 s doubling to 5 min', () => {
    expect([1, 2, 3, 9, 10, 60].map((attempts) => retryDelay(attempts, () => 0))).toEqual([0, 0, 0, 0, 0, 0])
    const almost = [1, 2, 3, 9, 10, 60].map((attempts) => Math.ceil(retryDelay(attempts, () => 0.999_999)))
    expect(almost).toEqual([1000, 2000, 4000, 256_000, 300_000, 300_000])
  })

  it('is never shorter than the server’s Retry-After, up to a quarter of an hour', () => {
    expect(retryDelay(1, () => 0.5, 20_000)).toBe(20_000)
    expect(retryDelay(10, () => 0.5, 20_000)).toBe(150_000)
    expect(retryDelay(1, () => 0.5, 1000 * day)).toBe(hour / 4)
  })
})

describe('when a scan is due', () => {
  const entry = { triedAt: 10 * day, nextAttemptAt: 10 * day + hour }

  it('immediately before its first attempt', () => {
    expect(dueAt({ nextAttemptAt: 0 }, 10 * day)).toBe(10 * day)
  })

  it('after its delay', () => {
    expect(dueAt(entry, 10 * day)).toBe(10 * day + hour)
    expect(dueAt(entry, 10 * day + hour)).toBe(10 * day + hour)
  })

  it('immediately if the clock was set back to before its last attempt', () => {
    expect(dueAt(entry, 8 * day)).toBe(8 * day)
  })

  it('never later than its delay, however the clock is set', () => {
    for (let now = 8 * day; now < 12 * day; now += hour / 2) expect(dueAt(entry, now) - now).toBeLessThanOrEqual(hour)
  })
})
