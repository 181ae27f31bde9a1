import { expect, test } from 'vitest'
import { createDraftKeeper } from './draftKeeper.ts'

test('Drafts are saved one at a time, the newest last, and none after the end', async () => {
  const saved: string[] = []
  const waiting: (() => void)[] = []
  const keeper = createDraftKeeper<string, boolean>(
    (draft) =>
      new Promise((resolve) => {
        waiting.push(() => {
          saved.push(draft)
          resolve(true)
        })
      }),
    () => undefined,
  )
  for (const draft of ['a', 'ab', 'abc']) keeper.keep(draft)
  expect(waiting).toHaveLength(1)
  waiting[0]?.()
  await expect.poll(() => waiting.length).toBe(2)
  keeper.keep('abcd')
  const stopped = keeper.stop()
  keeper.keep('abcde')
  waiting[1]?.()
  await stopped
  expect(saved).toEqual(['a', 'abc'])
})

test('Whether the device takes drafts is reported', async () => {
  const reported: boolean[] = []
  const keeper = createDraftKeeper<string, boolean>(
    () => Promise.resolve(false),
    (isSaved) => reported.push(isSaved),
  )
  keeper.keep('a')
  await keeper.stop()
  expect(reported).toEqual([false])
})
