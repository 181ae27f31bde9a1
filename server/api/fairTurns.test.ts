import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairTurns } from './fairTurns.ts'

const turnMs = 20_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that ends when it is told to, or when its turn is over. */
function slowWork() {
  const ended = Promise.withResolvers<string>()
  let hasBegun = false
  const work = (turnOver: AbortSignal) => {
    hasBegun = true
    turnOver.addEventListener('abort', () => ended.resolve('cut off'))
    return ended.promise
  }
  return { work, end: () => ended.resolve('done'), hasBegun: () => hasBegun }
}

const inTurn = (waiting = 30) => createFairTurns({ turns: 2, waiting, turnMs }, () => new Error('full'))

test('Whoever takes long keeps the turn while nobody waits', async () => {
  const take = inTurn()
  const slow = slowWork()
  const answer = take(slow.work)
  await vi.advanceTimersByTimeAsync(10 * turnMs)
  slow.end()
  expect(await answer).toBe('done')
})

test('Once somebody waits, the oldest turn that has lasted long enough is over, and only that one', async () => {
  const take = inTurn()
  const [first, second, third] = [slowWork(), slowWork(), slowWork()]
  const answers = [take(first.work)]
  await vi.advanceTimersByTimeAsync(1000)
  answers.push(take(second.work), take(third.work))
  await vi.advanceTimersByTimeAsync(turnMs - 1001)
  expect(third.hasBegun()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answers[0]).toBe('cut off')
  expect(third.hasBegun()).toBe(true)
  await vi.advanceTimersByTimeAsync(2000)
  second.end()
  third.end()
  expect(await Promise.all(answers)).toEqual(['cut off', 'done', 'done'])
})

test('Whoever comes later takes over a turn that is over already, and is refused where too many wait', async () => {
  const take = inTurn(1)
  const works = [slowWork(), slowWork(), slowWork(), slowWork()]
  const answers = works.slice(0, 2).map(({ work }) => take(work))
  await vi.advanceTimersByTimeAsync(2 * turnMs)
  for (const late of works.slice(2)) {
    answers.push(take(late.work))
    await vi.advanceTimersByTimeAsync(0)
    expect(late.hasBegun()).toBe(true)
  }
  const waiting = take(slowWork().work)
  await expect(take(slowWork().work)).rejects.toThrow('full')
  for (const { end } of works) end()
  expect(await Promise.all(answers)).toEqual(['cut off', 'cut off', 'done', 'done'])
  void waiting
})
