import type { Kysely, Transaction } from 'kysely'
import type { LocalizedText } from '#contract/language.ts'
import type { TicketClaims } from '#contract/scan/ticket.ts'
import { claimableUntil } from '#server/domain/scan.ts'
import { sha256 } from '#server/store/hash.ts'
import type { Database } from '#server/store/tables.ts'
import { type DemoPerformance, programme, timesOf } from './programme.ts'
import type { SignTicket } from '#server/tickets/signTicket.ts'

/**
 * The outcome of a demo ticket's first scan. `other-outlet` can be claimed too, but its code is opaque; `claimed`
 * belongs to a demo member; `unknown` is signed but was never sold.
 */
export const demoStates = ['claimable', 'other-outlet', 'pending', 'claimed', 'expired', 'unknown', 'forged'] as const
export type DemoState = (typeof demoStates)[number]

export interface DemoTicket {
  state: DemoState
  ticketNo: string
  performanceId: string
  concert: LocalizedText
  startsAt: Date
  seat: string
  /** In Hong Kong dollars. */
  amount: number
  code: string
}

const prices = [380, 280, 680, 180, 880, 480, 1080]
const rows = ['A', 'C', 'F', 'H', 'K', 'M', 'Q']
/** The ticket with another outlet's opaque code. */
const opaque = { performanceId: 'lovers', index: 6, code: 'OUTLET7-730144829911' }

function claimsOf(performance: DemoPerformance, index: number, startsAt: Date): TicketClaims {
  const place = programme.indexOf(performance) + 1
  return {
    t: `CB${String(place).padStart(2, '0')}-${String(index + 1).padStart(3, '0')}`,
    p: performance.id,
    s: startsAt.getTime() / 1000,
    l: `${index % 2 === 0 ? 'Stalls' : 'Balcony'} ${rows[index % rows.length]}${11 + place + index}`,
    a: performance.price ?? prices[(place + index) % prices.length] ?? 380,
  }
}

async function addPerformance(db: Transaction<Database>, performance: DemoPerformance, now: Date, sign: SignTicket) {
  const { startsAt, endsAt } = timesOf(performance, now)
  await db
    .insertInto('performances')
    .values({
      id: performance.id,
      name: JSON.stringify(performance.name),
      venue: JSON.stringify(performance.venue),
      starts_at: startsAt,
      ends_at: endsAt,
      settled_at: endsAt < now ? endsAt : null,
    })
    .execute()
  const tickets = Array.from({ length: performance.sold }, (_, index) => {
    const claims = claimsOf(performance, index, startsAt)
    const isOpaque = performance.id === opaque.performanceId && index === opaque.index
    const code = isOpaque ? opaque.code : sign(claims)
    return {
      ticket_no: claims.t,
      performance_id: claims.p,
      code,
      code_hash: sha256(code),
      seat: claims.l,
      amount: claims.a,
    }
  })
  await db.insertInto('tickets').values(tickets).execute()
}

/** Adds the concerts and tickets of the season. */
export async function addSeason(db: Transaction<Database>, now: Date, sign: SignTicket): Promise<void> {
  for (const performance of programme) await addPerformance(db, performance, now, sign)
}

/** Two tickets that were never sold: one signed with the club's key, and one whose price was altered after signing. */
function unsoldTickets(like: DemoTicket, sign: SignTicket): DemoTicket[] {
  const forge: SignTicket = (claims) => {
    const altered = sign(claims).split('.').slice(0, 2)
    const [, , signature] = sign({ ...claims, a: claims.a / 2 }).split('.')
    return [...altered, signature].join('.')
  }
  const make = (state: DemoState, ticketNo: string, signed: SignTicket): DemoTicket => {
    const claims = { t: ticketNo, p: like.performanceId, s: like.startsAt.getTime() / 1000, l: 'Stalls A1', a: 1280 }
    return { ...like, state, ticketNo, seat: claims.l, amount: claims.a, code: signed(claims) }
  }
  return [make('unknown', 'CB99-001', sign), make('forged', 'CB99-002', forge)]
}

/** The tickets of the demo season in their current states, ordered by state and time. */
export async function readDemoTickets(
  db: Kysely<Database>,
  { now, claimWindowDays, sign }: { now: Date; claimWindowDays: number; sign: SignTicket },
): Promise<DemoTicket[]> {
  const sold = await db
    .selectFrom('tickets')
    .innerJoin('performances', 'performances.id', 'tickets.performance_id')
    .leftJoin('ticket_claims', 'ticket_claims.ticket_no', 'tickets.ticket_no')
    .select(['tickets.ticket_no as ticketNo', 'tickets.code', 'tickets.seat', 'tickets.amount'])
    .select(['performances.id as performanceId', 'performances.name as concert'])
    .select(['performances.starts_at as startsAt', 'performances.ends_at as endsAt'])
    .select(['performances.settled_at as settledAt', 'ticket_claims.member_id as claimedBy'])
    .where(
      'performances.id',
      'in',
      programme.map(({ id }) => id),
    )
    .orderBy('performances.starts_at', 'desc')
    .orderBy('tickets.ticket_no')
    .execute()
  const tickets = sold.map(({ endsAt, settledAt, claimedBy, ...ticket }): DemoTicket => {
    const isExpired = now >= claimableUntil(endsAt, claimWindowDays)
    const free = isExpired ? 'expired' : settledAt === null ? 'pending' : 'claimable'
    const isOpaque = free === 'claimable' && ticket.code === opaque.code
    return { ...ticket, state: claimedBy !== null ? 'claimed' : isOpaque ? 'other-outlet' : free }
  })
  const model = tickets.find(({ state }) => state === 'claimable') ?? tickets[0]
  const unsold = model ? unsoldTickets(model, sign) : []
  return demoStates.flatMap((state) => [...tickets, ...unsold].filter((ticket) => ticket.state === state))
}
