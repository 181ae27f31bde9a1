import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clubNow, learnClubTime, watchClubClock } from '#src/platform/clubClock.ts'

const noon = Date.parse('2026-09-01T04:00:00Z')
const day = 24 * 3_600_000
const answerOf = (told: number | string, cacheControl = 'no-store') =>
  new Response('{}', {
    headers: { date: typeof told === 'string' ? told : new Date(told).toUTCString(), 'cache-control': cacheControl },
  })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  learnClubTime(answerOf(noon), noon)
})
afterEach(() => vi.useRealTimers())

test('A phone whose clock is two days off learns the club’s time, and shows it from there on', () => {
  const told = vi.fn<() => void>()
  const stop = watchClubClock(told)
  for (const ahead of [2 * day, -2 * day]) {
    learnClubTime(answerOf(noon + ahead), noon)
    expect(Math.abs(clubNow() - noon - ahead)).toBeLessThanOrEqual(1000)
    vi.setSystemTime(Date.now() + 3000)
    expect(Math.abs(clubNow() - noon - ahead - 3000)).toBeLessThanOrEqual(1000)
    vi.setSystemTime(noon)
  }
  expect(told).toHaveBeenCalledTimes(2)
  stop()
})

test('A clock that was corrected is believed with the next answer', () => {
  learnClubTime(answerOf(noon + day), noon)
  vi.setSystemTime(noon + day)
  learnClubTime(answerOf(noon + day), noon + day)
  expect(clubNow()).toBe(noon + day)
})

test('An offset that the next answer allows stays, so that pages do not change with every answer', () => {
  const told = vi.fn<() => void>()
  learnClubTime(answerOf(noon + day), noon)
  const known = clubNow()
  const stop = watchClubClock(told)
  learnClubTime(answerOf(noon + day), noon - 400)
  expect([clubNow(), told.mock.calls]).toEqual([known, []])
  stop()
})

test('A slow line, and the second that `Date` leaves out, say nothing of the clock', () => {
  const told = vi.fn<() => void>()
  const stop = watchClubClock(told)
  vi.setSystemTime(noon + 20_000)
  for (const after of [0, 999, 10_000, 20_000]) learnClubTime(answerOf(noon + after), noon + 999)
  expect(told).not.toHaveBeenCalled()
  expect(clubNow()).toBe(noon + 20_000)
  stop()
})

test('An answer that a cache may have kept, or that tells no time, teaches nothing', () => {
  learnClubTime(answerOf(noon - day, 'public, max-age=0, must-revalidate'), noon)
  learnClubTime(answerOf('yesterday'), noon)
  learnClubTime(new Response('{}', { headers: { 'cache-control': 'no-store' } }), noon)
  expect(clubNow()).toBe(noon)
})

test('A clock that is set while an answer is on its way learns nothing from it', () => {
  learnClubTime(answerOf(noon - day), noon + day)
  expect(clubNow()).toBe(noon)
})
