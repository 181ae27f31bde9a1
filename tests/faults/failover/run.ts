// 100 members scan 2,000 tickets, redeem 500 pieces and register 300 times for an event, by two server processes, while the primary
// PostgreSQL is killed and its synchronous standby promoted. Each call is repeated under its key until it has an answer: none may be lost,
// none may count twice, nothing may be oversold, and the servers must answer again within 15 s. Needs Debian's package `postgresql`.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { eventMessages } from '#contract/eventRegistration.ts'
import { endpoints } from '#contract/index.ts'
import { redeemMessages } from '#contract/redemption.ts'
import { audit } from '#server/services/audit.ts'
import { type ConnectionPool, createStore } from '#server/store/store.ts'
import { importFiles, rewardEntry, rewardTexts, validFiles } from '#tests/support/contents.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { startServer } from '#tests/support/server.ts'
import { type IssuedTicket, issueTickets } from '#tests/support/tickets.ts'
import { signedInMember } from '../loadedServer.ts'
import { findDebianPrograms, startReplicatedPostgres } from './replicatedPostgres.ts'

const members = 100
const atOnce = 24
const each = { scans: 20, redemptions: 5, registrations: 3 }
const total = members * (each.scans + each.redemptions + each.registrations)
/** Fewer than are asked for. */
const [stock, places] = [450, 250]
const longestOutageMs = 15_000
const product = 'club-bravo'

let failed = 0
let checks = 0
function check(name: string, isMet: boolean, value: string): void {
  console.log(`${isMet ? 'ok  ' : 'FAIL'} ${name}: ${value}`)
  checks += 1
  if (!isMet) failed += 1
}

const now = Date.now()
const contents = {
  ...validFiles(),
  'rewards/entries.json': JSON.stringify([rewardEntry({ stock, points: 100, delivery_methods: ['Email'] })]),
  'rewards/en.md': rewardTexts('tote'),
  'events/entries.json': JSON.stringify([
    {
      key: 'rehearsal',
      status: 'active',
      public_registration_start_date: new Date(now - 3_600_000).toISOString(),
      ya_individual_quota: each.registrations,
      normal_individual_quota: each.registrations,
      event_quota: places,
      waiting_list: false,
    },
  ]),
  'events/en.md': rewardTexts('rehearsal'),
}

interface Caller {
  call: (endpoint: Endpoint, body: unknown, token: string) => Promise<Record<string, unknown>>
  statuses: Map<string, number>
  /** When each server answered a call that was made after this moment. */
  answersSince: (moment: number) => number[]
}

/** Calls one server after the other, until one of them answers. */
function createCaller(ports: readonly number[]): Caller {
  const statuses = new Map<string, number>()
  const answers = ports.map((): { sent: number; at: number }[] => [])
  let turn = 0

  async function attempt(
    server: number,
    endpoint: Endpoint,
    init: RequestInit,
  ): Promise<Record<string, unknown> | null> {
    const sent = performance.now()
    try {
      const response = await fetch(`http://127.0.0.1:${ports[server]}${pathOf(endpoint, product)}`, init)
      const body: unknown = await response.json()
      const wait = response.status === 503 ? (response.headers.has('retry-after') ? ' with' : ' without') : ''
      const name = `${response.status}${wait}`
      statuses.set(name, (statuses.get(name) ?? 0) + 1)
      if (response.status !== 200) return null
      answers[server]?.push({ sent, at: performance.now() })
      return Object.fromEntries(Object.entries(body ?? {}))
    } catch {
      statuses.set('none', (statuses.get('none') ?? 0) + 1)
      return null
    }
  }

  return {
    statuses,
    answersSince: (moment) =>
      answers.map((list) => list.find(({ sent }) => sent > moment)?.at ?? Number.POSITIVE_INFINITY),
    async call(endpoint, body, token) {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      }
      for (;;) {
        turn += 1
        const answer = await attempt(turn % ports.length, endpoint, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        if (answer) return answer
        await delay(100)
      }
    },
  }
}

interface Person {
  id: string
  token: string
  tickets: IssuedTicket[]
}

/** What the callers were told. */
const told = { redeemed: 0, registered: 0 }

/** Everything that a person does, one after the other, mixed. */
function deedsOf({ token, tickets }: Person, { call }: Caller, ids: { reward: string; event: string }) {
  const scan = async ({ code, ticketNo }: IssuedTicket) => {
    await call(endpoints.scanTicket, { qrcode: code }, token)
    await call(endpoints.verifyTicket, { ticket_info: { ticket_no: ticketNo } }, token)
  }
  const redeem = async () => {
    const wish = { item_id: ids.reward, quantity: 1, delivery_method: 'Email' }
    const { message } = await call(endpoints.redeem, wish, token)
    if (message === redeemMessages.redeemed) told.redeemed += 1
  }
  const register = async () => {
    const { message } = await call(endpoints.registerEvent, { event_id: ids.event, quantity: 1 }, token)
    if (message === eventMessages.registered) told.registered += 1
  }
  return tickets.flatMap((ticket, index) => [
    () => scan(ticket),
    ...(index % (each.scans / each.redemptions) === 0 ? [redeem] : []),
    ...(index % 7 === 0 ? [register] : []),
  ])
}

async function addPeople(db: ConnectionPool): Promise<Person[]> {
  const people: Person[] = []
  while (people.length < members) {
    const { id, token } = await signedInMember({ db })
    await addEntries(db, id, [{ code: 'Bulk Import', points: 1000, at: new Date() }])
    people.push({ id, token, tickets: await issueTickets(db, { count: each.scans }) })
  }
  return people
}

async function idOf(db: ConnectionPool, group: string): Promise<string> {
  const row = await db.selectFrom('contents').select('id').where('group_name', '=', group).executeTakeFirstOrThrow()
  return row.id
}

async function verify(db: ConnectionPool, people: readonly Person[]): Promise<void> {
  const credits = await db
    .selectFrom('point_transactions')
    .select(({ fn }) => ['reference', fn.countAll<string>().as('count')])
    .where('code', '=', 'Scan ticket')
    .groupBy('reference')
    .execute()
  const counts = new Map(credits.map(({ reference, count }) => [reference, Number(count)]))
  const numbers = people.flatMap(({ tickets }) => tickets.map(({ ticketNo }) => ticketNo))
  const lost = numbers.filter((number) => !counts.has(number)).length
  const twice = numbers.filter((number) => (counts.get(number) ?? 0) > 1).length
  check(`${numbers.length} scans`, lost + twice === 0, `${lost} lost, ${twice} twice`)
  const redemptions = (await db.selectFrom('redemptions').select('transaction_id').execute()).length
  const left = await db.selectFrom('reward_stock').select(['stock', 'redeemed']).executeTakeFirstOrThrow()
  check(
    `${members * each.redemptions} redemptions of ${stock} pieces`,
    redemptions === told.redeemed && redemptions === stock && left.redeemed === stock,
    `${told.redeemed} told, ${redemptions} booked, ${left.redeemed} of ${left.stock} gone`,
  )
  const registered = (
    await db.selectFrom('event_registrations').select('id').where('state', '=', 'registered').execute()
  ).length
  const event = await db.selectFrom('event_places').select(['places', 'taken']).executeTakeFirstOrThrow()
  check(
    `${members * each.registrations} registrations for ${places} places`,
    registered === told.registered && registered === places && event.taken === places,
    `${told.registered} told, ${registered} registered, ${event.taken} of ${event.places} taken`,
  )
  const { differences, compared } = await audit(db)
  check('audit', differences.length === 0, `${differences.length} differences in ${compared.entries} entries`)
  for (const difference of differences.slice(0, 20)) console.log(`  ${difference}`)
}

async function run(programs: string): Promise<void> {
  const postgres = await startReplicatedPostgres(programs)
  const { db, close } = createStore({ url: postgres.url, log: () => undefined, connections: 4 })
  const environment = { DATABASE_URL: postgres.url, SEED: 'none', SETTLE_MINUTES: '1440' }
  const first = await startServer({ environment })
  const second = await startServer({ environment, origin: first.origin })
  try {
    await importFiles(db, contents)
    const people = await addPeople(db)
    const ids = { reward: await idOf(db, 'rewards'), event: await idOf(db, 'events') }
    const caller = createCaller([first.port, second.port])
    let done = 0
    let killedAt = Number.NaN
    let failingOver: Promise<void> = Promise.resolve()
    const failOver = async () => {
      killedAt = performance.now()
      await postgres.killPrimary()
      console.log(`Killed the primary after ${done} of ${total} calls.`)
      await postgres.promoteStandby()
      console.log(`The standby was promoted ${((performance.now() - killedAt) / 1000).toFixed(1)} s later.`)
    }
    const waiting = [...people]
    const work = async () => {
      for (let person = waiting.shift(); person; person = waiting.shift()) {
        for (const deed of deedsOf(person, caller, ids)) {
          await deed()
          done += 1
          if (done === Math.floor(total * 0.4)) failingOver = failOver()
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await failingOver
    const [one = Infinity, other = Infinity] = caller.answersSince(killedAt).map((at) => at - killedAt)
    const slowest = Math.max(one, other)
    check('both servers answer again within 15 s', slowest < longestOutageMs, `after ${(slowest / 1000).toFixed(1)} s`)
    const seen = [...caller.statuses].map(([name, count]) => `${name}: ${count}`).join(', ')
    const expected = new Set(['200', '409', '503 with'])
    check(
      'no answer but 200, 409, or 503 with Retry-After',
      [...caller.statuses.keys()].every((name) => expected.has(name)),
      seen,
    )
    await verify(db, people)
  } finally {
    await close()
    for (const server of [first, second]) await server.stop()
    await postgres.close()
  }
}

const programs = await findDebianPrograms()
if (programs === null) console.log('Not tested: Debian’s package `postgresql` is not installed here.')
else await run(programs)
console.log(`${checks - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
