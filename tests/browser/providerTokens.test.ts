import { promisifyRequest } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { config } from '#src/config.ts'
import { renewIdentity } from '#src/session/provider.ts'
import {
  clearProviderTokens,
  markSignedOut,
  onTokens,
  readRefreshToken,
  readTokenState,
} from '#src/session/providerTokens.ts'
import {
  discardSignIn,
  providerTokens,
  readTokenText,
  renewedTokens,
  rewriteTokens,
} from '#src/session/providerTokenStore.ts'

const userKey = `user:${config.issuer}:${config.clientId}`

const tokensOf = (refreshToken: string) =>
  JSON.stringify({
    access_token: 'access',
    token_type: 'Bearer',
    refresh_token: refreshToken,
    profile: { sub: 's1', iss: config.issuer, aud: config.clientId, exp: 1, iat: 1 },
    expires_at: 1,
  })

const onDisk = () => onTokens('readonly', (rows) => readTokenText(rows, userKey), 'storage failed')

/** What another tab writes: this one does not notice. */
const writeElsewhere = (text: string) => onTokens('readwrite', (rows) => promisifyRequest(rows.put(text, userKey)), '')

function fillDisk(): () => void {
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No space left.', 'QuotaExceededError')
  })
  return () => full.mockRestore()
}

/** A renewal whose tokens the full disk does not take, after which there is room again. */
async function renewOnFullDisk(): Promise<void> {
  await providerTokens.get(userKey)
  const makeRoom = fillDisk()
  await providerTokens.set(userKey, tokensOf('second'))
  makeRoom()
}

beforeEach(async () => {
  await clearProviderTokens()
  await providerTokens.set(userKey, tokensOf('first'))
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('Tokens that the disk did not take are used all the same, and written before the next renewal', async () => {
  await renewOnFullDisk()
  expect(await providerTokens.get(userKey)).toBe(tokensOf('second'))
  expect(await onDisk()).toBe(tokensOf('first'))
  expect(await rewriteTokens()).toBe(true)
  expect(await onDisk()).toBe(tokensOf('second'))
})

test('Tokens that the disk did not take are written when the page is shown again', async () => {
  await renewOnFullDisk()
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(async () => expect(await onDisk()).toBe(tokensOf('second')))
})

test('Tokens that the disk did not take never replace those of a later sign-in in another tab', async () => {
  await renewOnFullDisk()
  await writeElsewhere(tokensOf('of another member'))
  expect(await rewriteTokens()).toBe(true)
  expect(await providerTokens.get(userKey)).toBe(tokensOf('of another member'))
})

test('A refresh token is not spent while the disk is full: its successor would be lost', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const makeRoom = fillDisk()
  expect(await renewIdentity()).toEqual({ kind: 'unreachable' })
  expect(asked).not.toHaveBeenCalled()
  makeRoom()
  expect(await renewIdentity()).toEqual({ kind: 'unreachable' })
  expect(asked).toHaveBeenCalled()
})

test('A sign-out on a full disk deletes the tokens, those in memory as well', async () => {
  await renewOnFullDisk()
  const makeRoom = fillDisk()
  await markSignedOut()
  makeRoom()
  expect(await providerTokens.get(userKey)).toBeNull()
})

describe('A renewal that was held up on the way', () => {
  test('replaces the tokens that it was made with', async () => {
    await renewedTokens.get(userKey)
    await renewedTokens.set(userKey, tokensOf('second'))
    expect(await onDisk()).toBe(tokensOf('second'))
  })

  test('does not replace those of another member who has signed in since', async () => {
    await renewedTokens.get(userKey)
    await writeElsewhere(tokensOf('of another member'))
    await expect(renewedTokens.set(userKey, tokensOf('second'))).rejects.toThrow('replaced')
    expect(await providerTokens.get(userKey)).toBe(tokensOf('of another member'))
  })

  test('stores nothing after a sign-out, which a kill would otherwise undo', async () => {
    await renewedTokens.get(userKey)
    await markSignedOut()
    await expect(renewedTokens.set(userKey, tokensOf('second'))).rejects.toThrow('replaced')
    expect(await readTokenState()).toBe('signed_out')
  })
})

test('A sign-in that fails deletes its own tokens, and those of a later one in another tab stay', async () => {
  await providerTokens.set(userKey, tokensOf('mine'))
  await discardSignIn()
  expect(await readTokenState()).toBe('none')
  await providerTokens.set(userKey, tokensOf('mine'))
  await writeElsewhere(tokensOf('of another member'))
  await discardSignIn()
  expect(await onDisk()).toBe(tokensOf('of another member'))
})

test('The refresh token is read without the library, also while the disk has not taken it', async () => {
  expect(await readRefreshToken()).toBe('first')
  await renewOnFullDisk()
  expect(await readRefreshToken()).toBe('second')
  await markSignedOut()
  expect(await readRefreshToken()).toBeUndefined()
})

describe('The provider’s tokens', () => {
  beforeEach(clearProviderTokens)

  test('are stored, listed, returned and removed as oidc-client-ts expects', async () => {
    expect(await providerTokens.get(userKey)).toBeNull()
    await providerTokens.set(userKey, 'a')
    await providerTokens.set(userKey, 'b')
    expect(await providerTokens.getAllKeys()).toEqual([userKey])
    expect(await providerTokens.get(userKey)).toBe('b')
    expect(await providerTokens.remove(userKey)).toBe('b')
    expect(await providerTokens.remove(userKey)).toBeNull()
    expect(await providerTokens.getAllKeys()).toEqual([])
  })

  test('are deleted at sign-out, and stored again at the next sign-in', async () => {
    await providerTokens.set(userKey, 'a')
    await markSignedOut()
    expect(await providerTokens.get(userKey)).toBeNull()
    expect(await providerTokens.getAllKeys()).toEqual([])
    expect(await readTokenState()).toBe('signed_out')
    await providerTokens.set(userKey, 'b')
    expect(await readTokenState()).toBe('tokens')
  })
})
