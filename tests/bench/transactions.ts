/**
 * How many scans and redemptions a second a server makes, and how many transactions that is, beside pgbench on the same PostgreSQL. Held to the bar
 * are those that write, as each of pgbench's does; the others are what a call reads before: its session, the version of the contents.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { type LoadedServer, openLoadedServer, signedInMember } from '#tests/faults/loadedServer.ts'
import { importFiles, rewardEntry, rewardTexts, validFiles } from '#tests/support/contents.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { issueTickets } from '#tests/support/tickets.ts'
import { findPgbench, openPgbench, type Pgbench } from './pgbench.ts'
import type { BenchRow } from './row.ts'

const clients = 8
/** A member does a few things, not hundreds. */
const membersEach = 25
const seconds = 8
const mostEach = 20
const leastShare = 0.35

type Member = Awaited<ReturnType<typeof signedInMember>>
/** Does one thing for a member of a client, the so-manieth of theirs. */
type Work = (member: Member, turn: number, client: number) => Promise<void>

/** How many transactions the club's database has had, and how many of the cluster have written something. */
async function countTransactions({ db }: LoadedServer): Promise<{ all: number; writing: number }> {
  // What a connection has counted is told at most once a second.
  await delay(1500)
  const { rows } = await sql<{ all: number; writing: number }>`
    select xact_commit::float8 as all, pg_current_xact_id()::text::float8 as writing
    from pg_stat_database where datname = current_database()`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('The database counts no transactions')
  return counted
}

async function post({ server }: LoadedServer, token: string, endpoint: Endpoint, request: unknown): Promise<string> {
  const answer = await fetch(server.origin + pathOf(endpoint, 'club-bravo'), {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(request),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${endpoint.path} got ${answer.status}: ${text}`)
  return text
}

/** Lets each client do something for its members in turn. Resolves to how often a second, and with how many transactions. */
async function measure(loaded: LoadedServer, members: readonly Member[], work: Work) {
  const before = await countTransactions(loaded)
  const started = performance.now()
  let done = 0
  const repeat = async (client: number) => {
    const own = members.filter((_, index) => index % clients === client)
    for (let turn = 0; turn < mostEach; turn += 1)
      for (const member of own) {
        if (performance.now() - started > seconds * 1000) return
        await work(member, turn, client)
        done += 1
      }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => repeat(client)))
  const passed = (performance.now() - started) / 1000
  const after = await countTransactions(loaded)
  return { rate: done / passed, all: (after.all - before.all) / done, writing: (after.writing - before.writing) / done }
}

async function scanning(loaded: LoadedServer, members: readonly Member[]): Promise<Work> {
  const piles = new Map<string, Awaited<ReturnType<typeof issueTickets>>>()
  for (const { id } of members) piles.set(id, await issueTickets(loaded.db, { count: mostEach }))
  return async ({ id, token }, turn) => {
    const ticket = piles.get(id)?.[turn]
    if (!ticket) throw new Error('There are too few tickets')
    await post(loaded, token, endpoints.scanTicket, { qrcode: ticket.code })
    const said = await post(loaded, token, endpoints.verifyTicket, { ticket_info: { ticket_no: ticket.ticketNo } })
    if (!said.includes('"success"')) throw new Error(said)
  }
}

async function redeeming(loaded: LoadedServer, members: readonly Member[]): Promise<Work> {
  const keys = Array.from({ length: clients }, (_, client) => `prize-${client}`)
  const entries = keys.map((key) => rewardEntry({ key, points: 1, stock: 1_000_000, delivery_methods: ['Email'] }))
  const files = { 'rewards/entries.json': JSON.stringify(entries), 'rewards/en.md': rewardTexts(...keys) }
  await importFiles(loaded.db, { ...validFiles(), ...files })
  for (const { id } of members)
    await addEntries(loaded.db, id, [{ code: 'Bulk Import', points: 1_000_000, at: new Date() }])
  const rows = await loaded.db.selectFrom('contents').select(['id', 'key']).where('key', 'in', keys).execute()
  return async ({ token }, _turn, client) => {
    // Each redeems something else, as members do.
    const key = keys[client]
    const item = rows.find((row) => row.key === key)?.id
    const request = { item_id: String(item), quantity: 1, delivery_method: 'Email' }
    const said = await post(loaded, token, endpoints.redeem, request)
    if (!said.includes('redeem successfully')) throw new Error(said)
  }
}

async function rowOf(name: string, measured: Awaited<ReturnType<typeof measure>>, anchor: Pgbench | null) {
  const { rate, all, writing } = measured
  const made = `${Math.round(rate)} a second, of ${writing.toFixed(1)} transactions that write and ${(all - writing).toFixed(1)} others`
  if (anchor === null) return { name, value: `${made}; pgbench is not installed`, bar: '', ok: null }
  const tps = await anchor.rate(clients, seconds)
  const [share, shareOfAll] = [(rate * writing) / tps, (rate * all) / tps]
  return {
    name,
    value: `${made}; ${share.toFixed(2)} (all: ${shareOfAll.toFixed(2)}) of pgbench’s ${Math.round(tps)}`,
    bar: `≥ ${leastShare}`,
    ok: share >= leastShare,
  }
}

export async function run(): Promise<BenchRow[]> {
  const loaded = await openLoadedServer({ SEED: 'none' })
  const opened = await openDatabase({
    dataDir: loaded.server.dataDir,
    databaseUrl: null,
    role: 'command',
    log: () => undefined,
  })
  const program = await findPgbench()
  const anchor = program === null ? null : await openPgbench(program, opened.url, loaded.db)
  try {
    const members: Member[] = []
    while (members.length < clients * membersEach) members.push(await signedInMember(loaded))
    const rows: BenchRow[] = []
    for (const [name, prepare] of [
      ['Scans', scanning],
      ['Redemptions', redeeming],
    ] as const) {
      const work = await prepare(loaded, members)
      rows.push(
        await rowOf(`${name}, ${clients} clients, beside pgbench`, await measure(loaded, members, work), anchor),
      )
    }
    return rows
  } finally {
    await anchor?.remove()
    await loaded.close()
  }
}
