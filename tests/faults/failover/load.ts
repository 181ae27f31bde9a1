// What members do to a club whose database goes away meanwhile: each call is repeated under its key until it has an
// answer, and then nothing may be lost, counted twice or oversold.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { eventMessages } from '#contract/spending/eventRegistration.ts'
import { endpoints } from '#contract/index.ts'
import { redeemMessages } from '#contract/spending/redemption.ts'
import { audit } from '#server/services/audit.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { importFiles, rewardEntry, rewardTexts, validFiles } from '#tests/support/contents.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { type IssuedTicket, issueTickets } from '#tests/support/tickets.ts'
import { signedInMember } from '../loadedServer.ts'

const members = 100
const atOnce = 24
const each = { scans: 20, redemptions: 5, registrations: 3 }
const total = members * (each.scans + each.redemptions + each.registrations)
/** Fewer than are asked for. */
const [stock, places] = [450, 250]
const product = 'club-bravo'

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

export type Check = (name: string, isMet: boolean, value: string) => void

/** Prints each check, and what they came to. */
export function createChecks(): { check: Check; finish: () => void } {
  let [failed, checks] = [0, 0]
  return {
    check(name, isMet, value) {
      console.log(`${isMet ? 'ok  ' : 'FAIL'} ${name}: ${value}`)
      checks += 1
      if (!isMet) failed += 1
    },
    finish() {
      console.log(`${checks - failed} passed, ${failed} failed`)
      process.exitCode = failed === 0 ? 0 : 1
    },
  }
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

/** What the callers got as answers. */
interface Answered {
  redeemed: number
  registered: number
}

/** Everything that a person does, one after the other, mixed. */
function deedsOf(
  { token, tickets }: Person,
  { call }: Caller,
  ids: { reward: string; event: string },
  answered: Answered,
) {
  const scan = async ({ code, ticketNo }: IssuedTicket) => {
    await call(endpoints.scanTicket, { qrcode: code }, token)
    await call(endpoints.verifyTicket, { ticket_info: { ticket_no: ticketNo } }, token)
  }
  const redeem = async () => {
    const wish = { item_id: ids.reward, quantity: 1, delivery_method: 'Email' }
    const { message } = await call(endpoints.redeem, wish, token)
    if (message === redeemMessages.redeemed) answered.redeemed += 1
  }
  const register = async () => {
    const { message } = await call(endpoints.registerEvent, { event_id: ids.event, quantity: 1 }, token)
    if (message === eventMessages.registered) answered.registered += 1
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

async function verify(db: ConnectionPool, people: readonly Person[], answered: Answered, check: Check): Promise<void> {
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
    redemptions === answered.redeemed && redemptions === stock && left.redeemed === stock,
    `${answered.redeemed} answered, ${redemptions} booked, ${left.redeemed} of ${left.stock} gone`,
  )
  const registered = (
    await db.selectFrom('event_registrations').select('id').where('state', '=', 'registered').execute()
  ).length
  const event = await db.selectFrom('event_places').select(['places', 'taken']).executeTakeFirstOrThrow()
  check(
    `${members * each.registrations} registrations for ${places} places`,
    registered === answered.registered && registered === places && event.taken === places,
    `${answered.registered} answered, ${registered} registered, ${event.taken} of ${event.places} taken`,
  )
  const { differences, compared } = await audit(db)
  check('audit', differences.length === 0, `${differences.length} differences in ${compared.entries} entries`)
  for (const difference of differences.slice(0, 20)) console.log(`  ${difference}`)
}

interface Load {
  db: ConnectionPool
  ports: readonly number[]
  check: Check
  /** How long the servers may be without an answer. */
  longestOutageMs: number
}

/**
 * Lets 100 members scan 2,000 tickets, redeem 500 pieces and register 300 times, by these servers. After two of five
 * calls `interrupt` takes the database away, and calls `away` then; the servers must answer again in time, and the
 * books must be right.
 */
export async function runLoad(
  { db, ports, check, longestOutageMs }: Load,
  interrupt: (progress: string, away: () => void) => Promise<void>,
): Promise<void> {
  await importFiles(db, contents)
  const people = await addPeople(db)
  const ids = { reward: await idOf(db, 'rewards'), event: await idOf(db, 'events') }
  const [caller, answered] = [createCaller(ports), { redeemed: 0, registered: 0 }]
  let done = 0
  let interruptedAt = Number.NaN
  let interrupting: Promise<void> = Promise.resolve()
  const waiting = [...people]
  const work = async () => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      for (const deed of deedsOf(person, caller, ids, answered)) {
        await deed()
        done += 1
        if (done !== Math.floor(total * 0.4)) continue
        interrupting = interrupt(`${done} of ${total} calls`, () => {
          interruptedAt = performance.now()
        })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await interrupting
  const slowest = Math.max(...caller.answersSince(interruptedAt).map((at) => at - interruptedAt))
  const limit = `both servers answer again within ${longestOutageMs / 1000} s`
  check(limit, slowest < longestOutageMs, `after ${(slowest / 1000).toFixed(1)} s`)
  const seen = [...caller.statuses].map(([name, count]) => `${name}: ${count}`).join(', ')
  const expected = new Set(['200', '409', '503 with'])
  check(
    'no answer but 200, 409, or 503 with Retry-After',
    [...caller.statuses.keys()].every((name) => expected.has(name)),
    seen,
  )
  await verify(db, people, answered, check)
}
