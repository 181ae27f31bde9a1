// 6,000 pending claims are settled while 40 members scan: no call may fail, and 99 of 100 must be answered within 500
// ms. Then 100,000 claims are settled, in less than a minute.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { endpoints } from '#contract/index.ts'
import { pathOf } from '#contract/endpoint.ts'
import { percentile } from '#tests/bench/row.ts'
import { newMember, ticketPointsOf } from '#tests/support/members.ts'
import { issueTickets } from '#tests/support/tickets.ts'
import {
  addPendingClaims,
  type LoadedServer,
  type Measured,
  openLoadedServer,
  signedInMember,
  startProbe,
} from './loadedServer.ts'

const product = 'club-bravo'
const scanning = 40
/** Between two calls of one member, in milliseconds: quicker than anybody scans. */
const pace = 500
/** How long the scans run before the settlement starts, in milliseconds. */
const warmUp = 5000
const slowestP99 = 500
const slowestSettlement = 60_000

let passed = 0
let failed = 0

function check(name: string, isMet: boolean, value: string): void {
  console.log(`${isMet ? 'ok  ' : 'FAIL'} ${name}: ${value}`)
  if (isMet) passed += 1
  else failed += 1
}

/**
 * Settles with the operator's command, which runs the same service as the server's timer. Resolves to its duration in
 * milliseconds.
 */
async function settle({ server }: LoadedServer): Promise<number> {
  const started = performance.now()
  await promisify(execFile)(process.execPath, ['server/commands/club.ts', 'settle'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env['PATH'], DATA_DIR: server.dataDir },
  })
  return performance.now() - started
}

/** A member who scans and confirms ticket after ticket. */
async function startScanning(loaded: LoadedServer) {
  const { id, token } = await signedInMember(loaded)
  const tickets = await issueTickets(loaded.db, { count: 100 })
  let calls = 0
  const probe = startProbe(() => {
    const ticket = tickets[Math.floor(calls / 2) % tickets.length]
    const isLookUp = calls % 2 === 0
    calls += 1
    const endpoint = isLookUp ? endpoints.scanTicket : endpoints.verifyTicket
    return fetch(loaded.server.origin + pathOf(endpoint, product), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(isLookUp ? { qrcode: ticket?.code } : { ticket_info: { ticket_no: ticket?.ticketNo } }),
    })
  }, pace)
  return { id, probe }
}

function report(name: string, calls: readonly Measured[]): void {
  const refused = calls.filter(({ status }) => status !== 200).length
  check(`${name}: no call failed`, refused === 0, `${refused} of ${calls.length} failed`)
  const times = calls.map(({ ms }) => ms)
  const p99 = percentile(times, 0.99)
  check(
    `${name}: p99 under ${slowestP99} ms`,
    p99 < slowestP99,
    `${p99.toFixed(0)} ms, p50 ${percentile(times, 0.5).toFixed(0)} ms`,
  )
}

const loaded = await openLoadedServer()
try {
  const claimants: string[] = []
  while (claimants.length < 200) claimants.push((await newMember(loaded.db)).id)
  await addPendingClaims(loaded, 'load-first', 6000, claimants)
  const scans: Awaited<ReturnType<typeof startScanning>>[] = []
  while (scans.length < scanning) scans.push(await startScanning(loaded))
  const get = (path: string) => startProbe(() => fetch(loaded.server.origin + path))
  const [health, rewards] = [get('/readyz'), get(pathOf(endpoints.listRedeemItems, product))]
  await delay(warmUp)
  for (const probe of [health, rewards]) probe.take()
  const before = scans.flatMap(({ probe }) => probe.take()).map(({ ms }) => ms)
  console.log(
    `Scans before: p99 ${percentile(before, 0.99).toFixed(0)} ms, p50 ${percentile(before, 0.5).toFixed(0)} ms`,
  )
  const took = await settle(loaded)
  const scanned = (await Promise.all(scans.map(({ probe }) => probe.stop()))).flat()
  report(`${scanning} members who scan`, scanned)
  report('health', await health.stop())
  report('rewards', await rewards.stop())
  let total = 0
  for (const id of claimants) total += await ticketPointsOf(loaded.db, id)
  check('6,000 claims gave their points', total === 600_000, `${total} points in ${(took / 1000).toFixed(1)} s`)

  await addPendingClaims(loaded, 'load-second', 100_000, claimants)
  const long = await settle(loaded)
  check('100,000 claims are settled within a minute', long < slowestSettlement, `${(long / 1000).toFixed(1)} s`)
} finally {
  await loaded.close()
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
