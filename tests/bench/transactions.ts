/** How many scans and redemptions a second a server makes, and how many writing transactions that is, beside pgbench on the same PostgreSQL. */
import { randomUUID } from 'node:crypto'
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
const seconds = 8
const most = 4000
const leastShare = 0.35

type Member = Awaited<ReturnType<typeof signedInMember>>
/** Does one thing for a member, the so-manieth. */
type Work = (member: Member, turn: number) => Promise<void>

/** How many transactions of the cluster have written something. */
async function countWriting({ db }: LoadedServer): Promise<number> {
  const { rows } = await sql<{ count: number }>`select pg_current_xact_id()::text::float8 as count`.execute(db)
  return rows[0]?.count ?? Number.NaN
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

/** Lets each member do something again and again. Resolves to how often a second, and with how many writing transactions. */
async function measure(loaded: LoadedServer, members: readonly Member[], work: Work) {
  const before = await countWriting(loaded)
  const started = performance.now()
  let done = 0
  const repeat = async (member: Member) => {
    for (let turn = 0; performance.now() - started < seconds * 1000; turn += 1) {
      await work(member, turn)
      done += 1
    }
  }
  await Promise.all(members.map(repeat))
  const passed = (performance.now() - started) / 1000
  return { rate: done / passed, writing: ((await countWriting(loaded)) - before) / passed }
}

async function scanning(loaded: LoadedServer, members: readonly Member[]): Promise<Work> {
  const piles = new Map<string, Awaited<ReturnType<typeof issueTickets>>>()
  for (const { id } of members) piles.set(id, await issueTickets(loaded.db, { count: most / clients }))
  return async ({ id, token }, turn) => {
    const ticket = piles.get(id)?.[turn]
    if (!ticket) throw new Error('There are too few tickets')
    await post(loaded, token, endpoints.scanTicket, { qrcode: ticket.code })
    const said = await post(loaded, token, endpoints.verifyTicket, { ticket_info: { ticket_no: ticket.ticketNo } })
    if (!said.includes('"success"')) throw new Error(said)
  }
}

async function redeeming(loaded: LoadedServer, members: readonly Member[]): Promise<Work> {
  const keys = members.map((_, index) => `prize-${index}`)
  const entries = keys.map((key) => rewardEntry({ key, points: 1, stock: 1_000_000, delivery_methods: ['Email'] }))
  const files = { 'rewards/entries.json': JSON.stringify(entries), 'rewards/en.md': rewardTexts(...keys) }
  await importFiles(loaded.db, { ...validFiles(), ...files })
  for (const { id } of members)
    await addEntries(loaded.db, id, [{ code: 'Bulk Import', points: 1_000_000, at: new Date() }])
  const rows = await loaded.db.selectFrom('contents').select(['id', 'key']).where('key', 'in', keys).execute()
  return async ({ id, token }) => {
    // Each redeems something else, as members do.
    const key = keys[members.findIndex((member) => member.id === id)]
    const item = rows.find((row) => row.key === key)?.id
    const request = { item_id: String(item), quantity: 1, delivery_method: 'Email' }
    const said = await post(loaded, token, endpoints.redeem, request)
    if (!said.includes('redeem successfully')) throw new Error(said)
  }
}

async function rowOf(name: string, measured: Awaited<ReturnType<typeof measure>>, anchor: Pgbench | null) {
  const { rate, writing } = measured
  const made = `${Math.round(rate)} a second, ${(writing / rate).toFixed(1)} writing transactions each`
  if (anchor === null) return { name, value: `${made}; pgbench is not installed`, bar: '', ok: null }
  const tps = await anchor.rate(clients, seconds)
  const share = writing / tps
  return {
    name,
    value: `${made}; ${share.toFixed(2)} of pgbench’s ${Math.round(tps)}`,
    bar: `≥ ${leastShare}`,
    ok: share >= leastShare,
  }
}

export async function run(): Promise<BenchRow[]> {
  const loaded = await openLoadedServer()
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
    while (members.length < clients) members.push(await signedInMember(loaded))
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
