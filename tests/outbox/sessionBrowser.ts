import { afterAll, beforeAll, vi } from 'vitest'
import { databasesOf, type MemoryDisk, newDisk } from './memoryDatabase.ts'

/** Everything that a browser holds of a session: the items of `localStorage`, and the rows of the databases. */
export interface State {
  page: Record<string, string>
  databases: Record<string, ReadonlyMap<string, unknown>>
}

/** By database; kept for all tests, also of other files, because the product's stores keep their connections. */
const disks: Record<string, MemoryDisk> = {}
const diskOf = (name: string) => (disks[name] ??= newDisk())
export const sessionDisk = diskOf('club-bravo-session')

let states: State[] = []
/** How many writes to `localStorage` still succeed. */
let room = Infinity

/** From now on so many writes to `localStorage` succeed. */
export function leaveRoom(writes: number): void {
  room = writes
}

function note(): void {
  const rows = Object.entries(disks).map(([name, disk]) => [name, new Map(disk.rows)] as const)
  states.push({ page: { ...page }, databases: Object.fromEntries(rows) })
}

/** Begins anew to keep the state after each write, with the present one. */
export function watchWrites(): readonly State[] {
  states = []
  note()
  return states
}

/** `localStorage`: its items are its own properties, as in a browser. */
const page: Record<string, string> = Object.create({
  getItem: (key: string) => page[key] ?? null,
  setItem(key: string, value: string) {
    if (room-- <= 0) throw new DOMException('No space left.', 'QuotaExceededError')
    page[key] = value
    note()
  },
  removeItem(key: string) {
    Reflect.deleteProperty(page, key)
    note()
  },
})

const onStep = (step: string) => Promise.resolve(step === 'complete' ? note() : undefined)

/** Gives the tests of a file a browser's storage. */
export function useSessionBrowser(): void {
  beforeAll(() => {
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('localStorage', page)
    vi.stubGlobal('sessionStorage', { clear: () => undefined })
    vi.stubGlobal('indexedDB', { open: (name: string) => databasesOf(diskOf(name), onStep).open(name) })
  })
  afterAll(() => {
    vi.unstubAllGlobals()
  })
}

/** The browser is opened again, with this in its storage, and everything in order. */
export function restart(items: State['page'], databases: State['databases']): void {
  room = Infinity
  sessionDisk.full = false
  sessionDisk.unreachable = false
  for (const key of Object.keys(page)) Reflect.deleteProperty(page, key)
  Object.assign(page, items)
  for (const [name, disk] of Object.entries(disks)) disk.rows = new Map(databases[name])
}
