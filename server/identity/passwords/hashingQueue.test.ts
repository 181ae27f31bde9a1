import { expect, test } from 'vitest'
import { inHashingQueue, TooManyPasswords } from './hashingQueue.ts'

test('Two passwords are hashed at once, fifty wait, more are refused, and all that waited are hashed', async () => {
  let [running, most] = [0, 0]
  const finish: (() => void)[] = []
  const hash = () =>
    inHashingQueue(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => finish.push(resolve))
      running -= 1
    })
  const accepted = Array.from({ length: 52 }, hash)
  await expect(hash()).rejects.toThrow(TooManyPasswords)
  const all = Promise.all(accepted)
  for (let hashed = 0; hashed < accepted.length; hashed += 1) {
    finish.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await all
  expect(most).toBe(2)
  const again = hash()
  await new Promise((resolve) => setImmediate(resolve))
  finish.shift()?.()
  await again
})

test('A failed hash gives up its turn', async () => {
  for (let time = 0; time < 4; time += 1)
    await expect(inHashingQueue(() => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged')
})
