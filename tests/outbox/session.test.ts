import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { rememberedMember } from '#src/session/member.ts'
import { endSession, readOwnCredentials, reconcileSession, startSession } from '#src/session/sessionLifecycle.ts'
import { storedToken } from '#src/session/storedSession.ts'
import { type Credentials, readCredentials } from '#src/session/record.ts'
import { userOf } from '#tests/support/profile.ts'
import { databasesOf, type MemoryDisk, newDisk } from './memoryDatabase.ts'

/** Everything that a browser holds of a session: the items of `localStorage`, and the rows of the databases. */
interface State {
  page: Record<string, string>
  databases: Record<string, ReadonlyMap<string, unknown>>
}

/** By database; kept for all tests, because the product's stores keep their connections. */
const disks: Record<string, MemoryDisk> = {}
const diskOf = (name: string) => (disks[name] ??= newDisk())
const sessionDisk = diskOf('club-bravo-session')
/** The state after each write so far. */
let states: State[] = []
/** How many writes to `localStorage` still succeed. */
let room = Infinity

function record(): void {
  const rows = Object.entries(disks).map(([name, disk]) => [name, new Map(disk.rows)] as const)
  states.push({ page: { ...page }, databases: Object.fromEntries(rows) })
}

/** `localStorage`: its items are its own properties, as in a browser. */
const page: Record<string, string> = Object.create({
  getItem: (key: string) => page[key] ?? null,
  setItem(key: string, value: string) {
    if (room-- <= 0) throw new DOMException('No space left.', 'QuotaExceededError')
    page[key] = value
    record()
  },
  removeItem(key: string) {
    Reflect.deleteProperty(page, key)
    record()
  },
})

beforeAll(() => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('localStorage', page)
  vi.stubGlobal('sessionStorage', { clear: () => undefined })
  vi.stubGlobal('indexedDB', { open: (name: string) => databasesOf(diskOf(name), onStep).open(name) })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const onStep = (step: string) => Promise.resolve(step === 'complete' ? record() : undefined)

function restart(items: State['page'], databases: State['databases']): void {
  for (const key of Object.keys(page)) Reflect.deleteProperty(page, key)
  Object.assign(page, items)
  for (const [name, disk] of Object.entries(disks)) disk.rows = new Map(databases[name])
}

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
  room = Infinity
  sessionDisk.full = false
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
      room = writes
      return signIn('ben', 'of ben')
    },
  ]),
]

/** Credentials with another member's token. */
const isMixed = (credentials: Credentials | null) =>
  credentials !== null && !credentials.token.endsWith(` ${credentials.memberId}`)

it.each(changes)('A kill between any two writes of %s leaves no scan to another member’s token', async (_, change) => {
  states = []
  record()
  await change()
  room = Infinity
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
