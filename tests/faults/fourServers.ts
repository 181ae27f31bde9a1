// 40 members scan through four server processes on one database, one of which is killed meanwhile. Each scan is
// repeated under its key until it has an answer, by another server where one does not answer: none may be lost, and
// none may give points twice.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { audit } from '#server/services/audit.ts'
import { creditsOf, ticketPointsOf } from '#tests/support/members.ts'
import { type IssuedTicket, issueTickets } from '#tests/support/tickets.ts'
import { startServers } from '#tests/support/twoServers.ts'
import { signedInMember } from './loadedServer.ts'

const members = 40
const scansEach = 25
/** One server is killed after so many answered scans. */
const killAfter = 300
const product = 'club-bravo'

type Call = 'scanTicket' | 'verifyTicket'

const club = await startServers(4)
let answered = 0
let killing = Promise.resolve()
let repeated = 0
let failed = 0

function check(name: string, isMet: boolean, value: string): void {
  console.log(`${isMet ? 'ok  ' : 'FAIL'} ${name}: ${value}`)
  if (!isMet) failed += 1
}

/** Calls one server after the other, until one of them answers. */
async function callUntilAnswered(call: Call, body: unknown, headers: Record<string, string>): Promise<unknown> {
  const path = pathOf(endpoints[call], product)
  for (let attempt = Math.floor(Math.random() * club.servers.length); ; attempt += 1) {
    const port = club.servers[attempt % club.servers.length]?.port
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, request)
      .then(async (response) => ({ status: response.status, body: (await response.json()) as unknown }))
      .catch(() => null)
    if (answer?.status === 200) return answer.body
    repeated += 1
    if (answer && ![409, 503].includes(answer.status)) throw new Error(`${call} got ${JSON.stringify(answer)}`)
    await delay(50)
  }
}

async function scan(token: string, { code, ticketNo }: IssuedTicket): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  await callUntilAnswered('scanTicket', { qrcode: code }, headers)
  await callUntilAnswered('verifyTicket', { ticket_info: { ticket_no: ticketNo } }, headers)
  answered += 1
  if (answered === killAfter) killing = killOne()
}

async function scanAll(): Promise<{ id: string; tickets: IssuedTicket[] }> {
  const { id, token } = await signedInMember(club)
  const tickets = await issueTickets(club.db, { count: scansEach })
  for (const ticket of tickets) await scan(token, ticket)
  return { id, tickets }
}

/** Kills one server while calls are under way. The others answer alone from then on. */
async function killOne(): Promise<void> {
  await club.servers.at(-1)?.kill()
  console.log(`Killed one server after ${answered} of ${members * scansEach} scans.`)
}

try {
  const scanned = await Promise.all(Array.from({ length: members }, scanAll))
  await killing
  let [lost, twice, wrong] = [0, 0, 0]
  for (const { id, tickets } of scanned) {
    for (const { ticketNo } of tickets) {
      const credits = await creditsOf(club.db, ticketNo)
      if (credits === 0) lost += 1
      if (credits > 1) twice += 1
    }
    if ((await ticketPointsOf(club.db, id)) !== tickets.reduce((sum, { amount }) => sum + amount, 0)) wrong += 1
  }
  const { differences, compared } = await audit(club.db)
  check(
    'scans',
    lost + twice + wrong === 0,
    `${lost} lost, ${twice} twice, ${wrong} wrong balances, ${repeated} repeated`,
  )
  check('the killed server was needed', repeated > 0, `${repeated} calls had to be repeated`)
  check('audit', differences.length === 0, `${differences.length} differences in ${compared.entries} entries`)
} finally {
  await club.close()
}
console.log(`${3 - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
