import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { respondsInTime, shared } from './health.ts'

test('An answer that came in time counts, also when the server was too busy to read it', async () => {
  const responds = respondsInTime(() => readFile(import.meta.filename), 1000)
  for (const start = performance.now(); performance.now() - start < 1100;);
  expect(await responds).toBe(true)
})

test('An answer that does not come, or is an error, does not count', async () => {
  expect(await respondsInTime(() => new Promise(() => undefined), 20)).toBe(false)
  expect(await respondsInTime(() => Promise.reject(new Error('no database')), 20)).toBe(false)
})

test('Whoever asks while a question is open, and for a second after its answer, shares it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answer = Promise.withResolvers<boolean>()
  const ask = vi.fn<() => Promise<boolean>>(() => answer.promise)
  const isReady = shared(ask)
  const first = isReady()
  await vi.advanceTimersByTimeAsync(5000)
  const second = isReady()
  answer.resolve(false)
  expect([await first, await second]).toEqual([false, false])
  await vi.advanceTimersByTimeAsync(999)
  expect(await isReady()).toBe(false)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  ask.mockResolvedValue(true)
  expect(await isReady()).toBe(true)
  expect(ask).toHaveBeenCalledTimes(2)
})
