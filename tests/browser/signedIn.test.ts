import { beforeEach, describe, expect, test } from 'vitest'
import { keptToken, mustAskPassword } from '#src/auth/storedSession.ts'
import { rememberedMember } from '#src/auth/member.ts'
import { endTokens, forgetTokens, providerTokens, readTokenState } from '#src/auth/providerTokens.ts'
import { forgetSession, keepSession, mendSession } from '#src/auth/sessionLifecycle.ts'
import { clearSession, readSession, writeSession } from '#src/storage/storedCredentials.ts'
import { userOf } from '#tests/support/profile.ts'

const userKey = 'user:issuer:client'
const expiresAt = new Date(Date.UTC(2030, 0, 1)).toISOString()

/** What the exchange says after a sign-in or a renewal. */
const signedIn = (token: string, id = 'm1') => ({ kind: 'signed-in' as const, token, expiresAt, user: userOf({ id }) })

async function signIn(token: string, id = 'm1'): Promise<void> {
  await providerTokens.set(userKey, `tokens of ${id}`)
  expect(await keepSession(signedIn(token, id))).toBe('kept')
}

/** What localStorage holds now is what the browser has written; what comes in `work` is lost with the killed browser. */
async function lostByKill(work: () => Promise<void>): Promise<void> {
  const written = Object.entries(localStorage)
  await work()
  localStorage.clear()
  for (const [key, value] of written) localStorage.setItem(key, String(value))
}

beforeEach(async () => {
  localStorage.clear()
  await clearSession()
  await forgetTokens()
})

describe('After the browser was killed', () => {
  test('just after a renewal, the page goes on with the token that the record has', async () => {
    await signIn('old')
    await lostByKill(() => signIn('renewed'))
    await mendSession()
    expect(localStorage.getItem('jwt-token')).toBe('renewed')
    expect(await readSession()).toEqual({ memberId: 'm1', token: 'renewed' })
    expect(await providerTokens.get(userKey)).toBe('tokens of m1')
  })

  test('just after a sign-out, nobody is signed in, and the next sign-in asks for the password', async () => {
    await signIn('old')
    await lostByKill(forgetSession)
    expect(keptToken()).toBe('old')
    await mendSession()
    expect(keptToken()).toBeNull()
    expect(rememberedMember()).toBeNull()
    expect(await readSession()).toBeNull()
    expect(mustAskPassword()).toBe(true)
  })

  test('just after a first sign-in, the provider’s tokens of a member who is not remembered are forgotten', async () => {
    await lostByKill(() => signIn('first'))
    await mendSession()
    expect(rememberedMember()).toBeNull()
    expect(await readSession()).toBeNull()
    expect(await readTokenState()).toBe('none')
  })

  test('just after another member’s sign-in, their tokens renew nobody else’s', async () => {
    await signIn('of m1')
    await lostByKill(() => signIn('of m2', 'm2'))
    await mendSession()
    expect(rememberedMember()?.id).toBe('m1')
    expect(await readSession()).toEqual({ memberId: 'm1', token: 'of m1' })
    expect(await providerTokens.get(userKey)).toBeNull()
  })
})

test('Scans are sent again as the member who is signed in, where the record is missing', async () => {
  await signIn('token')
  await clearSession()
  await mendSession()
  expect(await readSession()).toEqual({ memberId: 'm1', token: 'token' })
  expect(await providerTokens.get(userKey)).toBe('tokens of m1')
})

test('A start changes nothing of a sign-in that is whole', async () => {
  await signIn('token')
  const before = Object.entries(localStorage)
  await mendSession()
  expect(Object.entries(localStorage)).toEqual(before)
  expect(await readSession()).toEqual({ memberId: 'm1', token: 'token' })
  expect(await readTokenState()).toBe('tokens')
})

test('A visitor’s start asks for no password and keeps what the visit holds', async () => {
  sessionStorage.setItem('visit', 'x')
  await mendSession()
  expect(mustAskPassword()).toBe(false)
  expect(sessionStorage.getItem('visit')).toBe('x')
  sessionStorage.clear()
})

test('A renewal that a sign-out has overtaken leaves the record to whoever is signed in', async () => {
  await signIn('theirs')
  await writeSession({ memberId: 'm1', token: 'earlier' })
  expect(await keepSession(signedIn('late'), () => false)).toBe('unwanted')
  expect(await readSession()).toEqual({ memberId: 'm1', token: 'theirs' })
})

describe('The provider’s tokens', () => {
  test('are kept, named, given and taken out as oidc-client-ts asks', async () => {
    expect(await providerTokens.get(userKey)).toBeNull()
    await providerTokens.set(userKey, 'a')
    await providerTokens.set(userKey, 'b')
    expect(await providerTokens.getAllKeys()).toEqual([userKey])
    expect(await providerTokens.get(userKey)).toBe('b')
    expect(await providerTokens.remove(userKey)).toBe('b')
    expect(await providerTokens.remove(userKey)).toBeNull()
    expect(await providerTokens.getAllKeys()).toEqual([])
  })

  test('end with the sign-out, and begin with the next sign-in', async () => {
    await providerTokens.set(userKey, 'a')
    await endTokens()
    expect(await providerTokens.get(userKey)).toBeNull()
    expect(await providerTokens.getAllKeys()).toEqual([])
    expect(await readTokenState()).toBe('signed-out')
    await providerTokens.set(userKey, 'b')
    expect(await readTokenState()).toBe('tokens')
  })
})
