/** A concert's end: 2,000 members scan within a minute, while another hall is settled and 200 visitors browse. */
import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import {
  addPendingClaims,
  type LoadedServer,
  measure,
  type Measured,
  openLoadedServer,
} from '#tests/faults/loadedServer.ts'
import { type IssuedTicket, issueTickets } from '#tests/support/tickets.ts'
import { type BenchRow, percentile } from './row.ts'
import { sized } from './size.ts'

const [members, visitors] = [sized(2000, 20), sized(200, 2)]
const minuteMs = sized(60_000, 3000)
const otherHall = sized(6000, 60)
const slowestScan = 1000
/** How long a visitor looks at a page. */
const readingMs = 5000
const product = 'club-bravo'

/** Members with a club token, in a statement for each table. */
async function addMembers({ db }: LoadedServer): Promise<{ ids: string[]; tokens: string[] }> {
  const ids = Array.from({ length: members }, () => randomUUID())
  const tokens = ids.map(() => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  await sql`insert into members (id, email, provider_subject, email_verified, provider_email_verified, is_profile_completed, is_submitted_profile)
    select id, id || '@club.example', id::text, true, true, true, 'submitted' from unnest(${ids}::uuid[]) id`.execute(
    db,
  )
  await sql`insert into session_families (id, member_id, created_at, ends_at)
    select id, id, now(), now() + interval '1 hour' from unnest(${ids}::uuid[]) id`.execute(db)
  await sql`insert into sessions (token_hash, member_id, family_id, expires_at)
    select hash, id, id, now() + interval '1 hour' from unnest(${hashes}::text[], ${ids}::uuid[]) session (hash, id)`.execute(
    db,
  )
  return { ids, tokens }
}

/** Both calls of a scan, each measured. */
async function scan({ server }: LoadedServer, token: string, { code, ticketNo }: IssuedTicket): Promise<Measured[]> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const call = (name: 'scanTicket' | 'verifyTicket', body: unknown) =>
    measure(() =>
      fetch(server.origin + pathOf(endpoints[name], product), { method: 'POST', headers, body: JSON.stringify(body) }),
    )
  return [
    await call('scanTicket', { qrcode: code }),
    await call('verifyTicket', { ticket_info: { ticket_no: ticketNo } }),
  ]
}

const pages = ['/en/', '/en/reward-list', '/api/club-bravo/list-redeem-items', '/en/faq', '/tc/', '/readyz']

/** A visitor who looks at one page after the other for a minute. */
async function browse({ server }: LoadedServer, until: number): Promise<Measured[]> {
  const seen: Measured[] = []
  await delay(Math.random() * readingMs)
  for (let at = Math.floor(Math.random() * pages.length); performance.now() < until; at += 1) {
    seen.push(await measure(() => fetch(server.origin + (pages[at % pages.length] ?? '/'))))
    await delay(readingMs)
  }
  return seen
}

async function settle({ server }: LoadedServer): Promise<void> {
  await promisify(execFile)(process.execPath, ['server/commands/club.ts', 'settle'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env['PATH'], DATA_DIR: server.dataDir },
  })
}

const failedOf = (calls: readonly Measured[]) => calls.filter(({ status }) => status !== 200).length
const timesOf = (calls: readonly Measured[]) => calls.map(({ ms }) => ms)

export async function run(): Promise<BenchRow[]> {
  const loaded = await openLoadedServer()
  try {
    const { ids, tokens } = await addMembers(loaded)
    const tickets = await issueTickets(loaded.db, { count: members })
    await addPendingClaims(loaded, 'other-hall', otherHall, ids)
    // The first calls of a fresh server compile its code.
    const warm = await issueTickets(loaded.db, { count: 20 })
    for (const ticket of warm) await scan(loaded, tokens[0] ?? '', ticket)
    const until = performance.now() + minuteMs
    const browsing = Array.from({ length: visitors }, () => browse(loaded, until))
    const settling = delay(minuteMs / 4).then(() => settle(loaded))
    const scanning = tickets.map(async (ticket, index) => {
      await delay(Math.random() * minuteMs)
      return scan(loaded, tokens[index] ?? '', ticket)
    })
    const scans = (await Promise.all(scanning)).flat()
    const browsed = (await Promise.all(browsing)).flat()
    await settling
    const failed = failedOf(scans) + failedOf(browsed)
    const p99 = percentile(timesOf(scans), 0.99)
    return [
      {
        name: `A concert’s end: calls of ${members} scans and ${browsed.length} visits in a minute that failed`,
        value: String(failed),
        bar: '0',
        ok: failed === 0,
      },
      {
        name: 'One such call of a scan, p50 / p99',
        value: `${percentile(timesOf(scans), 0.5).toFixed(0)} / ${p99.toFixed(0)} ms`,
        bar: `p99 < ${slowestScan} ms`,
        ok: p99 < slowestScan,
      },
      {
        name: 'One such visit, p50 / p99',
        value: `${percentile(timesOf(browsed), 0.5).toFixed(0)} / ${percentile(timesOf(browsed), 0.99).toFixed(0)} ms`,
        bar: '',
        ok: null,
      },
    ]
  } finally {
    await loaded.close()
  }
}
