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
    turnOver.addEventListener('abort', () => ended.reject(new Error('cut off')))
    return ended.promise
  }
  return { work, end: () => ended.resolve('done'), hasBegun: () => hasBegun }
}

let people = 0

function inTurn(waiting = 30) {
  const limits = { turns: 2, waiting, turnMs, longTurns: 1, longestTurnMs: 4 * turnMs }
  const take = createFairTurns(limits, () => new Error('full'))
  /** How the work ends. */
  return (work: ReturnType<typeof slowWork>['work'], person = `person ${(people += 1)}`) =>
    take(person, work).catch((error: Error) => error.message)
}

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
  expect(await take(slowWork().work)).toBe('full')
  for (const { end } of works) end()
  expect(await Promise.all(answers)).toEqual(['cut off', 'cut off', 'done', 'done'])
  void waiting
})

/** Begins slow work that is cut off by somebody else who waits. Resolves to how long its turn lasted, in turns. */
async function lengthOfTurn(take: ReturnType<typeof inTurn>, person: string): Promise<number> {
  const cutOff = new AbortController()
  const answer = take(slowWork().work, person).finally(() => cutOff.abort())
  const others = [slowWork(), slowWork()]
  const answers = others.map(({ work }) => take(work))
  let turns = 0
  while (!cutOff.signal.aborted) {
    await vi.advanceTimersByTimeAsync(turnMs)
    turns += 1
    // Somebody always waits.
    const next = slowWork()
    others.push(next)
    answers.push(take(next.work))
  }
  for (const { end } of others) end()
  await vi.advanceTimersByTimeAsync(turnMs)
  expect(await answer).toBe('cut off')
  await Promise.all(answers)
  return turns
}

test('Whoever lost a turn has one twice as long the next time, up to the longest, while the others take turns beside it', async () => {
  const take = inTurn()
  const lengths: number[] = []
  for (let attempt = 0; attempt < 4; attempt += 1) lengths.push(await lengthOfTurn(take, 'slow'))
  expect(lengths).toEqual([1, 2, 4, 4])
  expect(await lengthOfTurn(take, 'another')).toBe(1)
})

test('Whoever got done begins with a short turn again, and so does whoever comes while the long turns are taken', async () => {
  const take = inTurn()
  for (const person of ['slow', 'slower']) await lengthOfTurn(take, person)
  const [slow, slower, third] = [slowWork(), slowWork(), slowWork()]
  const answers = [take(slow.work, 'slow'), take(slower.work, 'slower'), take(third.work)]
  await vi.advanceTimersByTimeAsync(turnMs)
  expect(await answers[1]).toBe('cut off')
  expect(third.hasBegun()).toBe(true)
  slow.end()
  third.end()
  expect(await answers[0]).toBe('done')
  expect(await lengthOfTurn(take, 'slow')).toBe(1)
})
