import { beforeEach, expect, it } from 'vitest'
import { rememberedMember } from '#src/session/member.ts'
import { endSession } from '#src/session/leave.ts'
import { readOwnCredentials, reconcileSession, startSession } from '#src/session/sessionLifecycle.ts'
import { storedToken } from '#src/session/storedSession.ts'
import { type Credentials, readCredentials } from '#src/session/record.ts'
import { userOf } from '#tests/support/profile.ts'
import { leaveRoom, restart, sessionDisk, useSessionBrowser, watchWrites } from './sessionBrowser.ts'

useSessionBrowser()

async function signIn(id: string, token: string) {
  return await startSession({ token, expiresAt: null, user: userOf({ id }) })
}

/** The page's member and token. */
function pageSession(): Credentials | null {
  const token = storedToken()
  const memberId = rememberedMember()?.id
  return token === null || memberId === undefined ? null : { memberId, token }
}

beforeEach(async () => {
  restart({}, {})
  await signIn('ada', 'of ada')
})

it('A session whose write fails is a sign-in that failed, and the earlier one stays for page and sender', async () => {
  sessionDisk.full = true
  expect(await signIn('ben', 'of ben')).toBe('storage')
  expect(storedToken()).toBe('of ada')
  expect(await readOwnCredentials()).toEqual({ memberId: 'ada', token: 'of ada' })
})

it('The sender has credentials of no other member than the page’s, and gets them once there is room', async () => {
  sessionDisk.rows.set('session', { memberId: 'ben', token: 'of ben' })
  sessionDisk.full = true
  expect(await readOwnCredentials()).toBeNull()
  sessionDisk.full = false
  expect(await readOwnCredentials()).toEqual({ memberId: 'ada', token: 'of ada' })
})

const changes: [string, () => Promise<unknown>][] = [
  ['another member’s sign-in', () => signIn('ben', 'of ben')],
  ['a renewal', () => signIn('ada', 'newer of ada')],
  ['a sign-out', endSession],
  ...[0, 1].map((writes): [string, () => Promise<unknown>] => [
    `another member’s sign-in of which the page stores ${writes} items`,
    () => {
      leaveRoom(writes)
      return signIn('ben', 'of ben')
    },
  ]),
]

/** Credentials with another member's token. */
const isMixed = (credentials: Credentials | null) =>
  credentials !== null && !credentials.token.endsWith(` ${credentials.memberId}`)

it.each(changes)('A kill between any two writes of %s leaves no scan to another member’s token', async (_, change) => {
  const states = watchWrites()
  await change()
  // What `localStorage` was told last may be lost: a browser writes it seconds late.
  const kills = states.flatMap(({ databases }, at) =>
    states.slice(0, at + 1).map((earlier) => ({ ...earlier, databases })),
  )
  for (const kill of kills) {
    restart(kill.page, kill.databases)
    const worker = await readCredentials()
    const onPage = pageSession()
    // A worker may know of a sign-in before the page, never after it.
    const isLate = onPage?.memberId === 'ben' && worker?.memberId === 'ada'
    expect({ isLate, isMixed: isMixed(worker) }).toEqual({ isLate: false, isMixed: false })

    await reconcileSession()
    const session = pageSession()
    expect(await readOwnCredentials()).toEqual(session)
    expect(isMixed(session)).toBe(false)
    // Whom the durable record has left is not signed in again by what localStorage still holds.
    expect(session !== null && session.memberId !== worker?.memberId).toBe(false)
  }
  expect(kills.length).toBeGreaterThan(5)
})
