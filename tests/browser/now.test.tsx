// Must be first: its style sheet defines the order of the layers.
import { show } from './uiStage.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flushSync } from 'react-dom'
import { learnClubTime } from '#src/platform/clubClock.ts'
import { useNow } from '#src/platform/now.ts'

const start = Date.parse('2026-08-31T15:00:00Z')
const minute = 60_000
const day = 24 * 60 * minute

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start })
})
afterEach(() => {
  learn(0)
  vi.useRealTimers()
})

function Clock({ moments }: { moments: readonly (string | null)[] }) {
  return <p>{`${Math.floor((useNow(moments) - start) / minute)} minutes`}</p>
}

const isoIn = (milliseconds: number) => new Date(start + milliseconds).toISOString()
/** An answer tells that the club's clock is so far ahead. */
function learn(aheadMs: number): void {
  const date = new Date(Date.now() + aheadMs).toUTCString()
  flushSync(() => learnClubTime(new Response('', { headers: { date, 'cache-control': 'no-store' } }), Date.now()))
}
/** Lets time pass for the timers, and what they change be drawn. */
const pass = (milliseconds: number) => flushSync(() => vi.advanceTimersByTime(milliseconds))

test('A page that waits changes at each of its moments, in order, and at no other time', () => {
  const place = show(<Clock moments={[isoIn(60 * minute), null, 'never', isoIn(90 * minute), isoIn(-minute)]} />)
  expect(place.textContent).toBe('0 minutes')
  pass(59 * minute)
  expect(place.textContent).toBe('0 minutes')
  pass(minute)
  expect(place.textContent).toBe('60 minutes')
  pass(30 * minute)
  expect(place.textContent).toBe('90 minutes')
  pass(day)
  expect(place.textContent).toBe('90 minutes')
})

test('What is valid until a moment has ended once the page has changed', () => {
  const end = start + 60 * minute
  function Validity() {
    return <p>{useNow([new Date(end).toISOString()]) > end ? 'ended' : 'valid'}</p>
  }
  const place = show(<Validity />)
  expect(place.textContent).toBe('valid')
  pass(60 * minute)
  expect(place.textContent).toBe('ended')
})

test('A moment that is further away than a timer can wait comes at its time', () => {
  const place = show(<Clock moments={[isoIn(40 * day)]} />)
  pass(39 * day)
  expect(place.textContent).not.toBe(`${(40 * day) / minute} minutes`)
  pass(day)
  expect(place.textContent).toBe(`${(40 * day) / minute} minutes`)
})

test('A page that slept through a moment changes when it is shown again', () => {
  const place = show(<Clock moments={[isoIn(60 * minute)]} />)
  vi.setSystemTime(start + 61 * minute)
  expect(place.textContent).toBe('0 minutes')
  flushSync(() => document.dispatchEvent(new Event('visibilitychange')))
  expect(place.textContent).toBe('61 minutes')
})

test('A page whose device learns that its clock is slow changes when the club’s moment comes', () => {
  const place = show(<Clock moments={[isoIn(60 * minute)]} />)
  learn(30 * minute)
  expect(place.textContent).toBe('30 minutes')
  pass(29 * minute)
  expect(place.textContent).toBe('30 minutes')
  pass(minute)
  expect(place.textContent).toBe('60 minutes')
})

test('A page whose device learns that its clock is fast waits for the club’s moment', () => {
  const place = show(<Clock moments={[isoIn(60 * minute)]} />)
  learn(-30 * minute)
  expect(place.textContent).toBe('-30 minutes')
  pass(89 * minute)
  expect(place.textContent).toBe('-30 minutes')
  pass(minute)
  expect(place.textContent).toBe('60 minutes')
})
