import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { AnswerOf, RequestOf, StaffEndpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { queryOf } from '#src/api/client.ts'
import { newStaff, staffCookieOf } from '#tests/support/staffSignIn.ts'
import type { SeededRandom } from '../seededRandom.ts'
import type { SharedClub } from './club.ts'
import type { Answered, Spender } from './operations.ts'

/** What a member of staff has done: how many acts the log must have of it, and what it means for the member's books. */
interface Done {
  acts: number
  answered: Answered[]
}

type Call = <E extends StaffEndpoint>(endpoint: E, request: RequestOf<E>) => Promise<AnswerOf<E>>
type Act = (work: {
  call: Call
  db: ConnectionPool
  random: SeededRandom
  spender: Spender
  at: string
}) => Promise<Done>

const pauseMs = 20
const none: Done = { acts: 0, answered: [] }

/** Gives or takes points. The same reason twice would be the same act. */
const adjust: Act = async ({ call, random, spender: { id }, at }) => {
  const points = random.pick([10, 20, 30])
  const fields = { memberId: id, points, reason: `For a trial, ${at}`, isDryRun: false }
  const isGift = random.chance(0.6)
  const { kind } = await call(
    endpoints.adjustPoints,
    isGift
      ? { kind: 'grant', type: 'Bulk Import', ...fields }
      : { kind: 'revoke', type: 'Return/Refund/Exchange', ...fields },
  )
  // The answer to the first try may have been lost.
  if (kind !== 'adjusted' && kind !== 'repeated') return none
  return { acts: 1, answered: [{ kind: 'adjusted', member: id, points: isGift ? points : -points }] }
}

/** Marks a voucher as used, or takes the mark back. Where several do so, the log says what it is now (audit). */
const mark: Act = async ({ call, db, random }) => {
  const codes = await db.selectFrom('vouchers').select('code').orderBy('code').execute()
  if (codes.length === 0) return none
  const { code } = random.pick(codes)
  await call(endpoints.markVoucher, { code, isUsed: random.chance(0.7), takesExpired: false })
  return none
}

/** Gives places back that a member has. */
const cancel: Act = async ({ call, db, random, spender: { id } }) => {
  const own = db.selectFrom('event_registrations').select('ref_no').where('member_id', '=', id)
  const rows = await own.where('state', '!=', 'cancelled').orderBy('id').execute()
  if (rows.length === 0) return none
  const { ref_no: refNo } = random.pick(rows)
  const { kind } = await call(endpoints.cancelGuestRegistration, { refNo, reason: 'For a trial' })
  if (kind !== 'cancelled' && kind !== 'unchanged') return none
  return { acts: 0, answered: [{ kind: 'cancel', member: id, refNo }] }
}

/** Corrects a name, as if nobody else did. */
const rename: Act = async ({ call, random, spender: { id } }) => {
  const { books } = await call(endpoints.memberBooks, { memberId: id })
  if (books === null) throw new Error('A member has no books')
  const to = { ...books.names, first_name: random.pick(['Ada', 'Bo', 'Cy', 'Di']) }
  await call(endpoints.correctName, { memberId: id, from: books.names, to, reason: 'For a trial' })
  return none
}

const acts = [
  { weight: 0.4, item: adjust },
  { weight: 0.3, item: mark },
  { weight: 0.2, item: cancel },
  { weight: 0.1, item: rename },
]

export interface StaffWork {
  /** Works until so many acts were answered. */
  work: (count: number) => Promise<void>
  answered: Answered[]
  /** How many acts the log has. */
  count: () => Promise<number>
  /** Where the log is not what was answered. */
  differences: () => Promise<string[]>
}

/** Four members of staff, who do what members notice through any of the servers. */
export async function staffWork(
  { db, origins }: SharedClub,
  spenders: readonly Spender[],
  random: SeededRandom,
): Promise<StaffWork> {
  const [origin = ''] = origins
  const people = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const person = await newStaff(db, ['owner'])
      return { ...person, cookie: await staffCookieOf(db, origin, person) }
    }),
  )
  const answered: Answered[] = []
  const adjusted = new Map(people.map(({ sub }) => [sub, 0]))
  let left = 0

  /** Calls again until there is an answer, as somebody does whose line is bad. */
  const callAs =
    (cookie: string): Call =>
    async (endpoint, request) => {
      for (;;) {
        const sent = await send(random.pick(origins), endpoint, request, cookie)
        if (sent?.status === 200) return v.parse(endpoint.answer, sent.body)
        if (sent !== null && ![502, 503].includes(sent.status)) {
          const words = JSON.stringify(sent.body)
          throw new Error(`${endpoint.path} answered ${sent.status}: ${words}`)
        }
        await delay(pauseMs)
      }
    }
  const workAs = async ({ sub, cookie }: { sub: string; cookie: string }) => {
    const call = callAs(cookie)
    while (left > 0) {
      left -= 1
      const act = random.draw(acts) ?? adjust
      const done = await act({ call, db, random, spender: random.pick(spenders), at: `${sub} ${left}` })
      answered.push(...done.answered)
      adjusted.set(sub, (adjusted.get(sub) ?? 0) + done.acts)
    }
  }
  return {
    answered,
    async work(count) {
      left = count
      await Promise.all(people.map(workAs))
    },
    async count() {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from staff_acts`.execute(db)
      return rows[0]?.count ?? 0
    },
    async differences() {
      const { rows } = await sql<{ actor: string; count: number }>`
        select actor, count(*)::int as count from staff_acts
        where action in ('points_grant', 'points_revoke') group by actor`.execute(db)
      const logged = new Map(rows.map(({ actor, count }) => [actor, count]))
      return people.flatMap(({ sub }) => {
        const [has, due] = [logged.get(`staff:${sub}`) ?? 0, adjusted.get(sub) ?? 0]
        return has === due ? [] : [`acts of ${sub}: ${has} instead of ${due}`]
      })
    },
  }
}

async function send(origin: string, endpoint: StaffEndpoint, request: unknown, cookie: string) {
  const isGet = endpoint.method === 'GET'
  const query = isGet ? `?${queryOf(request).toString()}` : ''
  try {
    const response = await fetch(origin + endpoint.path + query, {
      method: endpoint.method,
      headers: { cookie, ...(!isGet && { 'Content-Type': 'application/json' }) },
      ...(!isGet && { body: JSON.stringify(request) }),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  } catch {
    return null
  }
}
