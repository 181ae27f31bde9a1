// A dump of a running club, restored into an empty database of another PostgreSQL as docs/operating.md says: nothing
// may be complained of, every table must be whole, the audit must find nothing, and the product must work on it, in the
// role that may not rewrite points. Needs Debian's package `postgresql`.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { audit } from '#server/services/audit.ts'
import { type ConnectionPool, createStore } from '#server/store/store.ts'
import { creditsOf } from '#tests/support/members.ts'
import { startServer } from '#tests/support/server.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { findDebianPrograms, startDebianPostgres } from './debianPostgres.ts'
import { signedInMember } from './loadedServer.ts'

let [passed, failed] = [0, 0]
function check(name: string, isMet: boolean, value: string): void {
  console.log(`${isMet ? 'ok  ' : 'FAIL'} ${name}: ${value}`)
  if (isMet) passed += 1
  else failed += 1
}

/** The options with which docs/operating.md has a dump restored. */
async function documentedOptions(): Promise<string[]> {
  const text = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const options = /`pg_restore (.+) -d "\$DATABASE_URL" club\.dump`/.exec(text)?.[1]
  if (options === undefined) throw new Error('docs/operating.md does not say how a dump is restored.')
  return options.split(' ')
}

/** How many rows each table has. */
async function countRows(db: ConnectionPool): Promise<Record<string, number>> {
  const tables = await db.introspection.getTables()
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(db)
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

/**
 * Dumps a club in whose season everything has happened, while its server runs. Returns how many rows its tables have.
 */
async function dump(programs: string, file: string): Promise<Record<string, number>> {
  const original = await startDebianPostgres(programs)
  const { url } = original
  const server = await startServer({ environment: { DATABASE_URL: url, SEED: 'demo' } })
  const { db, close } = createStore({ url, log: () => undefined })
  try {
    await promisify(execFile)(join(programs, 'pg_dump'), ['-Fc', '-f', file, url])
    return await countRows(db)
  } finally {
    await close()
    await server.stop()
    await original.close()
  }
}

/** Scans a ticket in a club that was restored. */
async function work(url: string): Promise<void> {
  const server = await startServer({ environment: { DATABASE_URL: url, SEED: 'none' } })
  const { db, close } = createStore({ url, log: () => undefined })
  try {
    const ticket = await issueTicket(db)
    const { token } = await signedInMember({ db })
    for (const [endpoint, body] of [
      [endpoints.scanTicket, { qrcode: ticket.code }],
      [endpoints.verifyTicket, { ticket_info: { ticket_no: ticket.ticketNo } }],
    ] as const) {
      await fetch(`http://127.0.0.1:${server.port}${pathOf(endpoint, 'club-bravo')}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify(body),
      })
    }
    const credits = await creditsOf(db, ticket.ticketNo)
    check('a ticket that is scanned there', credits === 1, `gave points ${credits} times`)
    const guarded = await sql<{ may: boolean }>`
      select has_table_privilege('club_app', 'point_transactions', 'update, delete, truncate') as may`.execute(db)
    const isLesser = guarded.rows[0]?.may === false && !server.output().includes('as the owner')
    check('the servers’ role', isLesser, isLesser ? 'may not rewrite points' : server.output())
  } finally {
    await close()
    await server.stop()
  }
}

async function run(programs: string, file: string): Promise<void> {
  const counted = await dump(programs, file)
  const restored = await startDebianPostgres(programs)
  const { db, close } = createStore({ url: restored.url, log: () => undefined })
  try {
    const restore = [...(await documentedOptions()), '-d', restored.url, file]
    const complaint = await promisify(execFile)(join(programs, 'pg_restore'), restore).then(
      ({ stderr }) => stderr,
      (error: unknown) => String(error),
    )
    check('pg_restore', complaint === '', complaint || 'says nothing')
    const here = await countRows(db)
    const different = Object.keys(counted).filter((name) => here[name] !== counted[name])
    check(
      `${Object.keys(counted).length} tables`,
      different.length === 0,
      `${different.length} differ ${different.join(', ')}`,
    )
    const { differences, compared } = await audit(db)
    check('audit', differences.length === 0, `${differences.length} differences in ${compared.entries} entries`)
    await promisify(execFile)(process.execPath, ['server/commands/club.ts', 'migrate'], {
      env: { ...process.env, DATABASE_URL: restored.url },
    })
    await work(restored.url)
  } finally {
    await close()
    await restored.close()
  }
}

const programs = await findDebianPrograms()
if (programs === null) console.log('Not tested: Debian’s package `postgresql` is not installed here.')
else {
  const folder = await mkdtemp(join(tmpdir(), 'club-bravo-backup-'))
  try {
    await run(programs, join(folder, 'club.dump'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
