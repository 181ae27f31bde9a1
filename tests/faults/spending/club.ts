import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/database/openDatabase.ts'
import { createStore } from '#server/store/store.ts'
import { importFiles, rewardEntry, rewardTexts, validFiles } from '#tests/support/contents.ts'
import type { ClubDatabase } from '#tests/support/database.ts'
import { startProxy } from '#tests/support/proxy.ts'
import { startServer } from '#tests/support/server.ts'
import { copyTemplate } from '#tests/support/templates.ts'
import { faults } from '../registrations/club.ts'
import type { SeededRandom } from '../seededRandom.ts'

export const rewardCount = 12
export const eventCount = 8
const hourMs = 3_600_000

/** What one reward costs and allows. */
export interface OfferedReward {
  alias: string
  points: number
  stock: number
  memberMax: number | null
  delivery: 'Email' | 'On-site pick-up'
}

export interface OfferedEvent {
  alias: string
  places: number
  hasWaitingList: boolean
}

/** How many places of an event one member may have. */
export const placesEach = 3

export const rewards: readonly OfferedReward[] = Array.from({ length: rewardCount }, (_, index) => ({
  alias: `reward-${index}`,
  points: 20 + 5 * index,
  stock: 6 + 3 * index,
  memberMax: index % 3 === 0 ? 2 : null,
  delivery: index % 2 === 0 ? 'Email' : 'On-site pick-up',
}))

export const events: readonly OfferedEvent[] = Array.from({ length: eventCount }, (_, index) => ({
  alias: `event-${index}`,
  places: 5 + 2 * index,
  hasWaitingList: index % 4 !== 3,
}))

const textsOf = (entries: readonly { alias: string }[]) => rewardTexts(...entries.map(({ alias }) => alias))

function contents() {
  const rewardEntries = rewards.map(({ alias: key, points, stock, memberMax, delivery }) =>
    rewardEntry({
      key,
      points,
      stock,
      delivery_methods: [delivery],
      ...(memberMax !== null && { each_member_max: memberMax }),
    }),
  )
  const eventEntries = events.map(({ alias: key, places, hasWaitingList }) => ({
    key,
    status: 'active',
    public_registration_start_date: new Date(Date.now() - hourMs).toISOString(),
    ya_individual_quota: placesEach,
    normal_individual_quota: placesEach,
    event_quota: places,
    waiting_list: hasWaitingList,
  }))
  return {
    ...validFiles(),
    'rewards/entries.json': JSON.stringify(rewardEntries),
    'rewards/en.md': textsOf(rewards),
    'events/entries.json': JSON.stringify(eventEntries),
    'events/en.md': textsOf(events),
    'miles_config/entries.json': JSON.stringify([{ key: 'miles', rate: 4, options: [40, 80, 120] }]),
  }
}

/** A club of two server processes on one database, each behind a proxy that spoils calls and answers. */
export interface SharedClub extends ClubDatabase {
  /** One for each server. */
  origins: readonly string[]
  /** The id of a reward or an event. */
  idOf: (alias: string) => string
  spoilt: () => number
  /** Ends the second server like a power cut, and starts another one in its place. */
  killAndRestart: () => Promise<void>
}

export interface SharedClubOptions {
  random: SeededRandom
  /** How many of the calls are spoilt, of 1. */
  share: number
  /** The folder of the product that the servers run, by default this one. */
  root: string | undefined
}

export async function openSharedClub({ random, share, root }: SharedClubOptions): Promise<SharedClub> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-bravo-spending-'))
  // Another product makes its own tables.
  if (root === undefined) copyTemplate('empty', dataDir)
  const postgres = await openDatabase({ dataDir, databaseUrl: null, role: 'server', log: () => undefined })
  const environment = { DATABASE_URL: postgres.url, SEED: 'none' }
  const proxies = [await startProxy(), await startProxy()] as const
  const start = (origin: string) => startServer({ environment, origin, ...(root !== undefined && { root }) })
  const first = await start(proxies[0].origin)
  let second = await start(proxies[1].origin)
  proxies[0].forwardTo(first.port)
  proxies[1].forwardTo(second.port)
  const { db, close } = createStore({ url: postgres.url, log: () => undefined, connections: 2 })
  await importFiles(db, contents())
  const rows = await db.selectFrom('contents').select(['id', 'group_name', 'key']).execute()
  const ids = new Map(
    rows.filter(({ group_name: name }) => name === 'rewards' || name === 'events').map(({ key, id }) => [key, id]),
  )
  let spoilt = 0
  for (const proxy of proxies)
    proxy.fault({ path: /^\/api\// }, () => {
      if (!random.chance(share)) return null
      spoilt += 1
      return random.pick(faults)
    })
  return {
    db,
    origins: proxies.map(({ origin }) => origin),
    idOf: (alias) => ids.get(alias) ?? 'none',
    spoilt: () => spoilt,
    async killAndRestart() {
      await second.kill()
      second = await start(proxies[1].origin)
      proxies[1].forwardTo(second.port)
    },
    async close() {
      await close()
      for (const server of [first, second]) await server.stop()
      for (const proxy of proxies) await proxy.close()
      await postgres.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
