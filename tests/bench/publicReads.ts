/**
 * How many times a second one process answers the reward list to visitors, beside a bare server with the same bytes,
 * and what it asks of the database meanwhile.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { pathOf } from '#contract/endpoint.ts'
import { listRedeemItems } from '#contract/spending/rewards.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { openClubDatabase } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server.ts'
import type { BenchRow } from './row.ts'
import { sized } from './size.ts'

const clients = 16
const seconds = sized(4, 1)
const path = pathOf(listRedeemItems, 'club-bravo')
const leastPerSecond = 2000
/** PostgreSQL's own counters are written after up to a second, in milliseconds. */
const countersLag = 1500

/** Calls an address with as many connections as there are clients. Resolves to answers per second. */
async function rateOf(address: string, headers: Record<string, string> = {}): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const until = performance.now() + seconds * 1000
  const started = performance.now()
  let answered = 0
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      get(address, { agent, headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
        if (response.statusCode !== 200 && response.statusCode !== 304) reject(new Error(`${response.statusCode}`))
        response.resume().once('end', resolve)
      }).once('error', reject)
    })
  const client = async () => {
    while (performance.now() < until) {
      await ask()
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return (answered * 1000) / (performance.now() - started)
}

async function startBareServer(bytes: Buffer): Promise<{ child: ChildProcess; address: string }> {
  const program = fileURLToPath(new URL('bareServer.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(bytes)
  const [port]: unknown[] = await once(createInterface(child.stdout), 'line')
  return { child, address: `http://127.0.0.1:${String(port)}/` }
}

/** The list as it is sent, and its tag. */
function readList(address: string): Promise<{ bytes: Buffer; tag: string }> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => resolve({ bytes: Buffer.concat(chunks), tag: String(response.headers.etag) }))
    }).once('error', reject)
  })
}

/** How many transactions the database has ended, those of this connection included. */
async function countTransactions(db: ConnectionPool): Promise<number> {
  await delay(countersLag)
  const { rows } = await sql<{ count: number }>`select (xact_commit + xact_rollback)::float8 as count
    from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]?.count ?? Number.NaN
}

export async function run(): Promise<BenchRow[]> {
  const server = await startServer({ environment: { CACHE_SECONDS: '1' } })
  const { db, close } = await openClubDatabase(server.dataDir)
  const address = `http://127.0.0.1:${server.port}${path}`
  const { bytes, tag } = await readList(address)
  const bare = await startBareServer(bytes)
  try {
    await rateOf(address)
    await rateOf(bare.address)
    const before = await countTransactions(db)
    const [own, anchor] = [await rateOf(address), await rateOf(bare.address)]
    const unchanged = await rateOf(address, { 'if-none-match': tag })
    const asked = (await countTransactions(db)) - before
    return [
      {
        name: `The reward list to visitors (${(bytes.length / 1000).toFixed(1)} kB), one process, ${clients} connections`,
        value: `${Math.round(own)} a second; ${(own / anchor).toFixed(2)} of a bare server’s ${Math.round(anchor)}`,
        bar: `≥ ${leastPerSecond} a second`,
        ok: own >= leastPerSecond,
      },
      {
        name: 'The same for who has it already (304)',
        value: `${Math.round(unchanged)} a second`,
        bar: '',
        ok: null,
      },
      {
        name: `Transactions of the database meanwhile, in ${3 * seconds} s and ${Math.round((own + unchanged) * seconds)} answers`,
        value: `${asked}`,
        bar: '',
        ok: null,
      },
    ]
  } finally {
    bare.child.kill()
    await close()
    await server.stop()
  }
}
