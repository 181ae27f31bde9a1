import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairSlots } from './fairSlots.ts'

const slotMs = 20_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that ends when it is told to, or when its slot is over. */
function slowWork() {
  const ended = Promise.withResolvers<string>()
  let hasBegun = false
  const work = (slotOver: AbortSignal) => {
    hasBegun = true
    slotOver.addEventListener('abort', () => ended.reject(new Error('cut off')))
    return ended.promise
  }
  return { work, end: () => ended.resolve('done'), hasBegun: () => hasBegun }
}

let people = 0

function inSlot(waiting = 30) {
  const limits = { slots: 2, waiting, slotMs, longSlots: 1, longestSlotMs: 4 * slotMs }
  const take = createFairSlots(limits, () => new Error('full'))
  /** How the work ends. */
  return (work: ReturnType<typeof slowWork>['work'], id = `person ${(people += 1)}`, network = `network of ${id}`) =>
    take({ id, network }, work).catch((error: Error) => error.message)
}

test('Whoever takes long keeps the slot while nobody waits', async () => {
  const take = inSlot()
  const slow = slowWork()
  const answer = take(slow.work)
  await vi.advanceTimersByTimeAsync(10 * slotMs)
  slow.end()
  expect(await answer).toBe('done')
})

test('Once somebody waits, the oldest slot that has lasted long enough is over, and only that one', async () => {
  const take = inSlot()
  const [first, second, third] = [slowWork(), slowWork(), slowWork()]
  const answers = [take(first.work)]
  await vi.advanceTimersByTimeAsync(1000)
  answers.push(take(second.work), take(third.work))
  await vi.advanceTimersByTimeAsync(slotMs - 1001)
  expect(third.hasBegun()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answers[0]).toBe('cut off')
  expect(third.hasBegun()).toBe(true)
  await vi.advanceTimersByTimeAsync(2000)
  second.end()
  third.end()
  expect(await Promise.all(answers)).toEqual(['cut off', 'done', 'done'])
})

test('Whoever comes later takes over a slot that is over already, and is refused where too many wait', async () => {
  const take = inSlot(1)
  const works = [slowWork(), slowWork(), slowWork(), slowWork()]
  const answers = works.slice(0, 2).map(({ work }) => take(work))
  await vi.advanceTimersByTimeAsync(2 * slotMs)
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

/** Begins slow work that is cut off by somebody else who waits. Resolves to how long its slot lasted, in slots. */
async function lengthOfSlot(take: ReturnType<typeof inSlot>, person: string): Promise<number> {
  const cutOff = new AbortController()
  const answer = take(slowWork().work, person).finally(() => cutOff.abort())
  const others = [slowWork(), slowWork()]
  const answers = others.map(({ work }) => take(work))
  let slots = 0
  while (!cutOff.signal.aborted) {
    await vi.advanceTimersByTimeAsync(slotMs)
    slots += 1
    // Somebody always waits.
    const next = slowWork()
    others.push(next)
    answers.push(take(next.work))
  }
  for (const { end } of others) end()
  await vi.advanceTimersByTimeAsync(slotMs)
  expect(await answer).toBe('cut off')
  await Promise.all(answers)
  return slots
}

test('Whoever lost a slot has one twice as long the next time, up to the longest, while the others take slots beside it', async () => {
  const take = inSlot()
  const lengths: number[] = []
  for (let attempt = 0; attempt < 4; attempt += 1) lengths.push(await lengthOfSlot(take, 'slow'))
  expect(lengths).toEqual([1, 2, 4, 4])
  expect(await lengthOfSlot(take, 'another')).toBe(1)
})

test('Whoever got done begins with a short slot again, and so does whoever comes while the long slots are taken', async () => {
  const take = inSlot()
  for (const person of ['slow', 'slower']) await lengthOfSlot(take, person)
  const [slow, slower, third] = [slowWork(), slowWork(), slowWork()]
  const answers = [take(slow.work, 'slow'), take(slower.work, 'slower'), take(third.work)]
  await vi.advanceTimersByTimeAsync(slotMs)
  expect(await answers[1]).toBe('cut off')
  expect(third.hasBegun()).toBe(true)
  slow.end()
  third.end()
  expect(await answers[0]).toBe('done')
  expect(await lengthOfSlot(take, 'slow')).toBe(1)
})

test('Of a network that fills the queue the last gives way to another one, and within itself whoever comes last is refused', async () => {
  const take = inSlot(3)
  const many = Array.from({ length: 5 }, slowWork)
  const answers = many.map(({ work }, at) => take(work, `pupil ${at}`, 'school'))
  expect(await take(slowWork().work, 'late', 'school')).toBe('full')
  const [home, shop] = [slowWork(), slowWork()]
  const others = [take(home.work, 'home', 'home'), take(shop.work, 'shop', 'shop')]
  expect(await Promise.all(answers.slice(3))).toEqual(['full', 'full'])
  // Of a network with fewer slots the oldest comes first.
  many[0]?.end()
  await vi.advanceTimersByTimeAsync(0)
  expect([home.hasBegun(), shop.hasBegun(), many[2]?.hasBegun()]).toEqual([true, false, false])
  for (const { end } of [...many, home, shop]) end()
  expect(await Promise.all([...others, ...answers.slice(0, 3)])).toEqual(Array(5).fill('done'))
})

test('A slot that is over is ended for none whose network has as many, but for one that has none', async () => {
  const take = inSlot()
  const [home, shop, ...pupils] = [slowWork(), slowWork(), slowWork(), slowWork()]
  const kept = take(home.work, 'home', 'home')
  const answers = pupils.map(({ work }, at) => take(work, `pupil ${at}`, 'school'))
  await vi.advanceTimersByTimeAsync(slotMs)
  expect(await answers[0]).toBe('cut off')
  await vi.advanceTimersByTimeAsync(slotMs)
  expect(pupils[1]?.hasBegun()).toBe(true)
  const other = take(shop.work, 'shop', 'shop')
  expect(await kept).toBe('cut off')
  for (const { end } of [shop, ...pupils]) end()
  expect(await Promise.all([other, answers[1]])).toEqual(['done', 'done'])
})
