import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { respondsInTime } from './health.ts'

test('An answer that came in time counts, also when the server was too busy to read it', async () => {
  const responds = respondsInTime(() => readFile(import.meta.filename), 1000)
  for (const start = performance.now(); performance.now() - start < 1100;);
  expect(await responds).toBe(true)
})

test('An answer that does not come, or is an error, does not count', async () => {
  expect(await respondsInTime(() => new Promise(() => undefined), 20)).toBe(false)
  expect(await respondsInTime(() => Promise.reject(new Error('no database')), 20)).toBe(false)
})
