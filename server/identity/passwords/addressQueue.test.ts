import { expect, test } from 'vitest'
import { inHashingQueue } from './hashingQueue.ts'
import { inAddressQueue } from './addressQueue.ts'

test('Who sends many passwords at once only waits for themselves, and an error ends no queue', async () => {
  const done: string[] = []
  const check = (address: string) =>
    inAddressQueue(address, () =>
      inHashingQueue(async () => {
        await new Promise((resolve) => setTimeout(resolve, 1))
        done.push(address)
        if (done.length === 1) throw new Error('the first one fails')
      }),
    )
  const busy = Array.from({ length: 60 }, () => check('203.0.113.7'))
  const other = check('198.51.100.1')
  const all = Promise.allSettled([...busy, other])
  await other.catch(() => undefined)
  expect(done.length).toBeLessThan(5)
  const results = await all
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(done).toHaveLength(61)
})
