import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renewalTimeKey, storedTime, storedToken } from '#src/session/storedSession.ts'
import { rememberedMember } from '#src/session/member.ts'
import { hashOfToken } from '#src/session/revocations.ts'
import { endSession, leave } from '#src/session/leave.ts'
import {
  isStoredMemberSignedIn,
  readOwnCredentials,
  reconcileSession,
  startSession,
} from '#src/session/sessionLifecycle.ts'
import { renewSession } from '#src/session/renewal.ts'
import {
  clearCredentials,
  forgetRevocation,
  readCredentials,
  readRevocations,
  writeCredentials,
} from '#src/session/record.ts'
import { userOf } from '#tests/support/profile.ts'

const expiresAt = new Date(Date.UTC(2030, 0, 1)).toISOString()

/** The response of the token exchange after a sign-in or a renewal. */
const signedIn = (token: string, id = 'm1') => ({ kind: 'signed_in' as const, token, expiresAt, user: userOf({ id }) })

async function signIn(token: string, id = 'm1'): Promise<void> {
  expect(await startSession(signedIn(token, id))).toBe('stored')
}

/**
 * The current localStorage is what the browser has written; changes made by `work` are lost with the killed browser.
 */
async function lostByKill(work: () => Promise<void>): Promise<void> {
  const written = Object.entries(localStorage)
  await work()
  localStorage.clear()
  for (const [key, value] of written) localStorage.setItem(key, String(value))
}

test('A token without an expiry is stored without a renewal time, and replaces an earlier one', async () => {
  await signIn('with expiry')
  expect(storedTime(renewalTimeKey)).not.toBeNull()
  expect(await startSession({ ...signedIn('plain'), expiresAt: null })).toBe('stored')
  expect(storedToken()).toBe('plain')
  expect(storedTime(renewalTimeKey)).toBeNull()
})

beforeEach(async () => {
  localStorage.clear()
  await clearCredentials()
  for (const hash of await readRevocations()) await forgetRevocation(hash)
})

describe('After the browser was killed', () => {
  test('just after a renewal, the page continues with the token in the session record', async () => {
    await signIn('old')
    await lostByKill(() => signIn('renewed'))
    await reconcileSession()
    expect(localStorage.getItem('jwt-token')).toBe('renewed')
    expect(await readCredentials()).toEqual({ memberId: 'm1', token: 'renewed' })
  })

  test('just after a sign-out, no member is signed in, and the club is still to be told', async () => {
    await signIn('old')
    await lostByKill(endSession)
    expect(storedToken()).toBe('old')
    expect(await isStoredMemberSignedIn()).toBe(false)
    await reconcileSession()
    expect(storedToken()).toBeNull()
    expect(rememberedMember()).toBeNull()
    expect(await readCredentials()).toBeNull()
    expect(await readRevocations()).toEqual([await hashOfToken('old')])
  })

  test('just after a first sign-in, nobody is signed in, page or sender', async () => {
    await lostByKill(() => signIn('first'))
    await reconcileSession()
    expect(rememberedMember()).toBeNull()
    expect(await readCredentials()).toBeNull()
  })

  test('just after another member’s sign-in, nobody is signed in, least of all the earlier member', async () => {
    await signIn('of m1')
    await lostByKill(async () => {
      await endSession()
      await signIn('of m2', 'm2')
    })
    expect(rememberedMember()?.id).toBe('m1')
    expect(await isStoredMemberSignedIn()).toBe(false)
    await reconcileSession()
    expect(rememberedMember()).toBeNull()
    expect(await readCredentials()).toBeNull()
  })

  test('just after a sign-out on a full disk, no member is signed in', async () => {
    await signIn('old')
    const makeRoom = fillDisk()
    await lostByKill(endSession)
    expect(storedToken()).toBe('old')
    await reconcileSession()
    makeRoom()
    expect(storedToken()).toBeNull()
    expect(await readCredentials()).toBeNull()
  })
})

/** Reads of the credentials get no answer until the returned function is called. */
async function keepCredentialsBusy(): Promise<() => void> {
  const name = 'club-bravo-session'
  const opening = indexedDB.open(name)
  await new Promise((resolve) => (opening.onsuccess = resolve))
  const store = opening.result.transaction(name, 'readwrite').objectStore(name)
  let isBusy = true
  const work = () => {
    if (isBusy) store.count().onsuccess = work
    else opening.result.close()
  }
  work()
  return () => (isBusy = false)
}

describe('Before the stored session is checked', () => {
  test('a member whose credentials are stored may be shown, whatever the token', async () => {
    await signIn('old')
    await lostByKill(() => signIn('renewed'))
    expect(await isStoredMemberSignedIn()).toBe(true)
  })

  test('a member whose record the browser has thrown away may not be shown: it may have been a sign-out', async () => {
    await signIn('old')
    await clearCredentials()
    expect(await isStoredMemberSignedIn()).toBe(false)
  })

  test('storage that does not answer keeps no member from their pages', async () => {
    await signIn('old')
    const release = await keepCredentialsBusy()
    expect(await isStoredMemberSignedIn()).toBe(true)
    release()
  })
})

/** Writes to IndexedDB fail until the returned function is called. */
function fillDisk(): () => void {
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No space left.', 'QuotaExceededError')
  })
  return () => full.mockRestore()
}

test('Storage that does not answer holds up a sign-out for a few seconds, and does not keep the session', async () => {
  await signIn('old')
  const release = await keepCredentialsBusy()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ending = endSession()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(storedToken()).toBeNull()
  vi.useRealTimers()
  release()
  await ending
})

describe('On a full disk', () => {
  test('another member’s sign-in fails, and page and sender stay with the earlier member', async () => {
    await signIn('of m1')
    const makeRoom = fillDisk()
    expect(await startSession(signedIn('of m2', 'm2'))).toBe('storage')
    makeRoom()
    expect(rememberedMember()?.id).toBe('m1')
    expect(storedToken()).toBe('of m1')
    expect(await readOwnCredentials()).toEqual({ memberId: 'm1', token: 'of m1' })
  })

  test('a renewal fails, and page and sender keep the same token', async () => {
    await signIn('old')
    const makeRoom = fillDisk()
    expect(await startSession(signedIn('new'), () => storedToken() === 'old')).toBe('storage')
    makeRoom()
    await reconcileSession()
    expect(storedToken()).toBe('old')
    expect(await readOwnCredentials()).toEqual({ memberId: 'm1', token: 'old' })
  })
})

/** Writes to localStorage fail until the returned function is called. */
function fillLocalStorage(): () => void {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  return () => full.mockRestore()
}

describe('Where localStorage takes nothing', () => {
  test('a renewal leaves the member signed in, the sender has the new token, and the next start gives it to the page', async () => {
    await signIn('old')
    const makeRoom = fillLocalStorage()
    expect(await startSession(signedIn('new'), () => storedToken() === 'old')).toBe('storage')
    expect(rememberedMember()?.id).toBe('m1')
    expect(storedToken()).toBe('old')
    expect(await readOwnCredentials()).toEqual({ memberId: 'm1', token: 'new' })
    makeRoom()
    await reconcileSession()
    expect(storedToken()).toBe('new')
  })

  test('another member’s sign-in signs nobody in, half or whole', async () => {
    await signIn('of m1')
    const makeRoom = fillLocalStorage()
    expect(await startSession(signedIn('of m2', 'm2'))).toBe('storage')
    makeRoom()
    expect(rememberedMember()).toBeNull()
    expect(await readCredentials()).toBeNull()
  })
})

describe('The sender of a page', () => {
  test('has no credentials of another member than the page’s; they are repaired from the page', async () => {
    await signIn('of m1')
    await writeCredentials({ memberId: 'm2', token: 'of m2' })
    const makeRoom = fillDisk()
    expect(await readOwnCredentials()).toBeNull()
    makeRoom()
    expect(await readOwnCredentials()).toEqual({ memberId: 'm1', token: 'of m1' })
  })

  test('gets the page’s token if its own is spent', async () => {
    await signIn('new')
    await writeCredentials({ memberId: 'm1', token: 'spent' })
    expect(await renewSession('spent')).toBe('renewed')
    expect(await readOwnCredentials()).toEqual({ memberId: 'm1', token: 'new' })
  })

  test('keeps the time at which a successor was asked for, whoever asks for the page’s token', async () => {
    await signIn('new')
    const asked = { memberId: 'm1', token: 'new', refreshAskedAt: 5 }
    await writeCredentials(asked)
    expect(await renewSession('spent')).toBe('renewed')
    expect(await readOwnCredentials()).toEqual(asked)
  })

  test('finds a successor that another tab has just stored, where this one’s localStorage does not show it yet', async () => {
    await signIn('spent')
    await writeCredentials({ memberId: 'm1', token: 'successor' })
    expect(await renewSession('spent')).toBe('renewed')
    expect(storedToken()).toBe('successor')
    expect(await readOwnCredentials()).toEqual({ memberId: 'm1', token: 'successor' })
  })

  test('goes on with a token that replaces the spent one while its renewal is written down', async () => {
    await signIn('spent')
    const writing = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (
      this: IDBObjectStore,
      ...row
    ) {
      localStorage.setItem('jwt-token', 'newer')
      return this.put(...row)
    })
    expect(await renewSession('spent')).toBe('renewed')
    writing.mockRestore()
    expect(await readOwnCredentials()).toEqual({ memberId: 'm1', token: 'newer' })
  })

  test('does not bring a member back who signs out while a renewal reads the record', async () => {
    await signIn('spent')
    await writeCredentials({ memberId: 'm1', token: 'successor' })
    const release = await keepCredentialsBusy()
    const renewal = renewSession('spent')
    const ending = leave()
    release()
    expect(await renewal).toBe('signed_out')
    await ending
    expect(storedToken()).toBeNull()
    expect(await readCredentials()).toBeNull()
  })

  test('has none on a page without a member', async () => {
    await writeCredentials({ memberId: 'm1', token: 'left over' })
    expect(await readOwnCredentials()).toBeNull()
  })
})

test('Scans are sent again as the signed-in member if the record is lost while the page is open', async () => {
  await signIn('token')
  await clearCredentials()
  expect(await readOwnCredentials()).toEqual({ memberId: 'm1', token: 'token' })
  await reconcileSession()
  expect(storedToken()).toBe('token')
})

test('A member whose record is gone at the start is signed out, and the club is to be told', async () => {
  await signIn('token')
  await clearCredentials()
  await reconcileSession()
  expect(storedToken()).toBeNull()
  expect(await readRevocations()).toEqual([await hashOfToken('token')])
})

test('A member whose copy is gone at the start is signed out, and the club is to be told', async () => {
  await signIn('token')
  localStorage.clear()
  await reconcileSession()
  expect(await readCredentials()).toBeNull()
  expect(await readRevocations()).toEqual([await hashOfToken('token')])
})

test('Of a sign-in and a sign-out of which localStorage knows nothing, the club is to be told', async () => {
  await lostByKill(async () => {
    await signIn('token')
    await endSession()
  })
  await reconcileSession()
  expect(await readRevocations()).toEqual([await hashOfToken('token')])
  await signIn('again')
  await reconcileSession()
  expect(storedToken()).toBe('again')
})

test('Another member’s sign-in over one is the end of that one, and a renewal of none', async () => {
  await signIn('of m1')
  await signIn('newer of m1')
  expect(await readRevocations()).toEqual([])
  await signIn('of m2', 'm2')
  expect(await readRevocations()).toEqual([await hashOfToken('newer of m1')])
})

test('A page that is closed while its storage does not answer has signed out all the same', async () => {
  await signIn('old')
  const release = await keepCredentialsBusy()
  const ending = leave()
  expect(storedToken()).toBeNull()
  release()
  await ending
  expect(await readRevocations()).toEqual([await hashOfToken('old')])
})

test('A sign-out that storage holds up does not end the sign-in of whoever comes next', async () => {
  await signIn('of m1')
  const release = await keepCredentialsBusy()
  const ending = leave()
  const next = signIn('of m2', 'm2')
  release()
  await Promise.all([ending, next])
  await expect.poll(() => readRevocations()).toEqual([await hashOfToken('of m1')])
  expect(await readOwnCredentials()).toEqual({ memberId: 'm2', token: 'of m2' })
})

test('A start without locks, as in a page that is being left, changes nothing, and is repeated by the next one', async () => {
  await signIn('page')
  await writeCredentials({ memberId: 'm2', token: 'other' })
  const locks = vi
    .spyOn(LockManager.prototype, 'request')
    .mockRejectedValue(new DOMException('The document is not fully active.', 'InvalidStateError'))
  await expect(reconcileSession()).resolves.toBeUndefined()
  locks.mockRestore()
  expect(storedToken()).toBe('page')
  await reconcileSession()
  expect(storedToken()).toBeNull()
})

test('A start changes nothing in a complete session', async () => {
  await signIn('token')
  const before = Object.entries(localStorage)
  await reconcileSession()
  expect(Object.entries(localStorage)).toEqual(before)
  expect(await readCredentials()).toEqual({ memberId: 'm1', token: 'token' })
})

test('A visitor’s start preserves the data of the visit', async () => {
  sessionStorage.setItem('visit', 'x')
  await reconcileSession()
  expect(await readRevocations()).toEqual([])
  expect(sessionStorage.getItem('visit')).toBe('x')
  sessionStorage.clear()
})

test('A renewal that finishes after a sign-out leaves the record of the current member unchanged', async () => {
  await signIn('theirs')
  await writeCredentials({ memberId: 'm1', token: 'earlier' })
  expect(await startSession(signedIn('late'), () => false)).toBe('unwanted')
  expect(await readCredentials()).toEqual({ memberId: 'm1', token: 'theirs' })
})
