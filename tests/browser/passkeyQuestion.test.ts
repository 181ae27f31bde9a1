import { expect, test } from 'vitest'
import { askForPasskey, isAsking, stopAsking } from '#src/features/staff/stepUp.ts'

test('Two calls that are refused at the same time ask for one passkey, and both go on', async () => {
  const both = [0, 1].map(() => askForPasskey(() => Promise.resolve(true)))
  expect(isAsking()).toBe(true)
  dispatchEvent(new Event('focus'))
  expect(await Promise.all(both)).toEqual([true, true])
  expect(isAsking()).toBe(false)
})

test('Two calls whose question is closed both end', async () => {
  const both = [0, 1].map(() => askForPasskey(() => Promise.resolve(false)))
  stopAsking()
  expect(await Promise.all(both)).toEqual([false, false])
  expect(isAsking()).toBe(false)
})
