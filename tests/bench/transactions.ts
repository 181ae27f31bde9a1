/**
 * How many scans (of two calls) and redemptions a second a server makes, beside the transactions of pgbench on the same
 * PostgreSQL in the same minute; and how many transactions each of them is.
 *
 * Where a call's time goes: half in the server, a third in PostgreSQL, with the ledger's checks at commit, and the rest
 * in this client.
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
import { findPgbench, openPgbench } from './pgbench.ts'
import type { BenchRow } from './row.ts'
import { sized } from './size.ts'

const clients = 8
/** A member does a few things, not hundreds. */
const membersEach = sized(25, 3)
const mostEach = sized(20, 2)
/** The server and pgbench take turns: other work of the machine slows both. */
const rounds = sized(4, 1)
const seconds = 2

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

/** What happened in a time, and how often pgbench did its own a second right after. */
interface Measured {
  seconds: number
  done: number
  all: number
  writing: number
  anchor: number
}

/** What each client does for its members in turn, so often for each. */
function* turnsOf(members: readonly Member[], client: number) {
  for (let turn = 0; turn < mostEach; turn += 1)
    for (const member of members.filter((_, index) => index % clients === client)) yield { member, turn }
}

/** Lets the clients work for a round, each from where it stopped. */
async function measure(loaded: LoadedServer, piles: readonly ReturnType<typeof turnsOf>[], work: Work) {
  const before = await countTransactions(loaded)
  const started = performance.now()
  let done = 0
  const repeat = async (pile: ReturnType<typeof turnsOf>, client: number) => {
    while (performance.now() - started < seconds * 1000) {
      const { value: next } = pile.next()
      if (!next) return
      await work(next.member, next.turn, client)
      done += 1
    }
  }
  await Promise.all(piles.map(repeat))
  const passed = (performance.now() - started) / 1000
  const after = await countTransactions(loaded)
  return { seconds: passed, done, all: after.all - before.all, writing: after.writing - before.writing }
}

const sumOf = (measured: readonly Measured[], key: keyof Measured) =>
  measured.reduce((sum, { [key]: value }) => sum + value, 0)

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

function rowOf(name: string, least: number, measured: readonly Measured[]): BenchRow {
  const [all, writing] = [sumOf(measured, 'all'), sumOf(measured, 'writing')]
  const [done, passed] = [sumOf(measured, 'done'), sumOf(measured, 'seconds')]
  const each = `${(writing / done).toFixed(1)} transactions that write and ${((all - writing) / done).toFixed(1)} others`
  const made = `${Math.round(done / passed)} a second, of ${each}`
  const tps = sumOf(measured, 'anchor') / measured.length
  if (Number.isNaN(tps)) return { name, value: `${made}; pgbench is not installed`, bar: '', ok: null }
  const share = done / passed / tps
  return {
    name,
    value: `${made}; ${share.toFixed(3)} of pgbench’s ${Math.round(tps)}`,
    bar: `≥ ${least}`,
    ok: share >= least,
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
    for (const [name, least, prepare] of [
      ['Scans', 0.15, scanning],
      ['Redemptions', 0.2, redeeming],
    ] as const) {
      const work = await prepare(loaded, members)
      const piles = Array.from({ length: clients }, (_, client) => turnsOf(members, client))
      const measured: Measured[] = []
      while (measured.length < rounds) {
        const round = await measure(loaded, piles, work)
        measured.push({ ...round, anchor: (await anchor?.rate(clients, seconds)) ?? Number.NaN })
      }
      rows.push(rowOf(`${name}, ${clients} clients, beside pgbench`, least, measured))
    }
    return rows
  } finally {
    await anchor?.remove()
    await loaded.close()
  }
}
