import { expect, test } from 'vitest'
import type { RenewalOutcome } from '#src/auth/renewToken.ts'
import { createTokenRecovery } from './tokenRecovery.ts'

/** A recovery whose provider gives these answers in turn, with time in the test's hands and the dice at their highest. */
function scene(...answers: RenewalOutcome[]) {
  const asked: string[] = []
  let now = 0
  const recovery = createTokenRecovery({
    renew: (token) => {
      asked.push(token)
      return Promise.resolve(answers.shift() ?? 'refused')
    },
    elapsed: () => now,
    random: () => 1,
  })
  return { recovery, asked, pass: (milliseconds: number) => (now += milliseconds) }
}

test('A token that has run out is renewed, and the scans are sent at once', async () => {
  const { recovery, asked } = scene('renewed')
  expect(await recovery.rejected('old')).toEqual({ kind: 'again' })
  expect(asked).toEqual(['old'])
})

test('A server that turns down new tokens too is asked more and more seldom, and the member may sign in', async () => {
  const { recovery, asked, pass } = scene('renewed', 'renewed')
  await recovery.rejected('first')
  expect(await recovery.rejected('second')).toEqual({ kind: 'later', waitMs: 1000, ask: true })
  expect(asked).toEqual(['first'])
  pass(1000)
  expect(await recovery.rejected('second')).toEqual({ kind: 'again' })
  expect(await recovery.rejected('third')).toEqual({ kind: 'later', waitMs: 2000, ask: true })
})

test('A provider that cannot be reached is tried again, and nobody is asked to sign in', async () => {
  const { recovery, pass } = scene('unreachable', 'renewed')
  expect(await recovery.rejected('old')).toEqual({ kind: 'later', waitMs: 1000, ask: false })
  pass(400)
  expect(await recovery.rejected('old')).toEqual({ kind: 'later', waitMs: 600, ask: false })
  pass(600)
  expect(await recovery.rejected('old')).toEqual({ kind: 'again' })
})

test('A sign-in that the provider will not renew is asked of the member; the server is tried again, the provider is not', async () => {
  const { recovery, asked, pass } = scene('refused', 'renewed')
  expect(await recovery.rejected('old')).toEqual({ kind: 'later', waitMs: 1000, ask: true })
  pass(1000)
  expect(await recovery.rejected('old')).toEqual({ kind: 'later', waitMs: 2000, ask: true })
  expect(asked).toEqual(['old'])
  pass(2000)
  expect(await recovery.rejected('after signing in')).toEqual({ kind: 'again' })
})

test('Once a token has been taken the patience begins anew', async () => {
  const { recovery } = scene('renewed', 'renewed')
  await recovery.rejected('first')
  recovery.accepted()
  expect(await recovery.rejected('second')).toEqual({ kind: 'again' })
  expect(await recovery.rejected('third')).toEqual({ kind: 'later', waitMs: 1000, ask: true })
})
