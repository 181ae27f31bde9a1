import { expect, test } from 'vitest'
import type { RenewalOutcome } from '#src/session/renewal.ts'
import { createTokenRecovery } from './tokenRecovery.ts'

/** A recovery with these provider responses in order, a controlled clock, and jitter at its maximum. */
function recoveryWith(...answers: RenewalOutcome[]) {
  const renewedTokens: string[] = []
  let now = 0
  const recovery = createTokenRecovery({
    renew: (token) => {
      renewedTokens.push(token)
      return Promise.resolve(answers.shift() ?? 'refused')
    },
    elapsed: () => now,
    random: () => 1,
  })
  return { recovery, renewedTokens, pass: (milliseconds: number) => (now += milliseconds) }
}

test('An expired token is renewed, and the scans are sent at once', async () => {
  const { recovery, renewedTokens } = recoveryWith('renewed')
  expect(await recovery.rejected('old')).toEqual({ kind: 'again' })
  expect(renewedTokens).toEqual(['old'])
})

test('A server that rejects new tokens too is called less and less often, and the member can sign in', async () => {
  const { recovery, renewedTokens, pass } = recoveryWith('renewed', 'renewed')
  await recovery.rejected('first')
  expect(await recovery.rejected('second')).toEqual({ kind: 'later', waitMs: 1000, ask: true })
  expect(renewedTokens).toEqual(['first'])
  pass(1000)
  expect(await recovery.rejected('second')).toEqual({ kind: 'again' })
  expect(await recovery.rejected('third')).toEqual({ kind: 'later', waitMs: 2000, ask: true })
})

test('A provider that cannot be reached is retried, and the member is not asked to sign in', async () => {
  const { recovery, pass } = recoveryWith('unreachable', 'renewed')
  expect(await recovery.rejected('old')).toEqual({ kind: 'later', waitMs: 1000, ask: false })
  pass(400)
  expect(await recovery.rejected('old')).toEqual({ kind: 'later', waitMs: 600, ask: false })
  pass(600)
  expect(await recovery.rejected('old')).toEqual({ kind: 'again' })
})

test('A sign-in that the provider will not renew needs the member; the server is retried, the provider is not', async () => {
  const { recovery, renewedTokens, pass } = recoveryWith('refused', 'renewed')
  expect(await recovery.rejected('old')).toEqual({ kind: 'later', waitMs: 1000, ask: true })
  pass(1000)
  expect(await recovery.rejected('old')).toEqual({ kind: 'later', waitMs: 2000, ask: true })
  expect(renewedTokens).toEqual(['old'])
  pass(2000)
  expect(await recovery.rejected('after signing in')).toEqual({ kind: 'again' })
})

test('The backoff is reset once a token has been accepted', async () => {
  const { recovery } = recoveryWith('renewed', 'renewed')
  await recovery.rejected('first')
  recovery.accepted()
  expect(await recovery.rejected('second')).toEqual({ kind: 'again' })
  expect(await recovery.rejected('third')).toEqual({ kind: 'later', waitMs: 1000, ask: true })
})
