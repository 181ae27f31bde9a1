import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readOwnCredentials, startSession } from '#src/auth/sessionStart.ts'
import { storedToken } from '#src/auth/storedSession.ts'
import { userOf } from '#tests/support/profile.ts'
import { databasesOf, newDisk } from './memoryDatabase.ts'

/** One for all tests: the product's stores keep their connections. */
const disk = newDisk()

/** A `localStorage` in memory. */
function newStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

const signedIn = (token: string, id: string) => ({
  kind: 'signed-in' as const,
  token,
  expiresAt: null,
  user: userOf({ id }),
})

beforeEach(() => {
  disk.rows.clear()
  disk.full = false
  vi.stubGlobal('indexedDB', { open: () => databasesOf(disk, () => Promise.resolve()).open('any') })
  vi.stubGlobal('localStorage', newStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('A session whose write fails is a sign-in that failed, and the earlier one stays for page and sender', async () => {
  expect(await startSession(signedIn('of ada', 'ada'))).toBe('stored')
  disk.full = true
  expect(await startSession(signedIn('of ben', 'ben'))).toBe('storage')
  expect(storedToken()).toBe('of ada')
  expect(await readOwnCredentials()).toEqual({ memberId: 'ada', token: 'of ada' })
})

it('The sender has credentials of no other member than the page’s, and gets them once there is room', async () => {
  await startSession(signedIn('of ada', 'ada'))
  disk.rows.set('session', { memberId: 'ben', token: 'of ben' })
  disk.full = true
  expect(await readOwnCredentials()).toBeNull()
  disk.full = false
  expect(await readOwnCredentials()).toEqual({ memberId: 'ada', token: 'of ada' })
})
