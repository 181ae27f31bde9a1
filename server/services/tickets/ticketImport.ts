import type { Transaction } from 'kysely'
import type { TicketClaims } from '#contract/scan/ticket.ts'
import { addToKnown, decideImport, type ImportedTicket, type KnownSales } from '#server/domain/ticketImport.ts'
import { takeLock } from '#server/store/locks.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import {
  addPerformances,
  addTickets,
  findPerformanceSales,
  findTicketSales,
  type PerformanceSale,
} from '#server/store/points/ticketSales.ts'
import { inTransaction } from '#server/store/transactions.ts'

/** How many tickets one statement looks up or adds. */
const batchSize = 1000

/** Tickets to import. */
export interface TicketImport {
  tickets: readonly ImportedTicket[]
  /** Whether to import the others where some cannot be taken; otherwise nothing is imported then. */
  skipsBad: boolean
  /** Makes the code of a ticket that comes without one; null only finds out what would happen, and changes nothing. */
  sign: ((claims: TicketClaims) => string) | null
  onProgress: (step: 'Checked' | 'Stored', done: number, total: number) => void
}

/** A row that cannot be taken. */
export interface BadRow {
  line: number
  reason: string
}

export interface Imported {
  /** Tickets and performances that were added, or would be. */
  added: number
  performances: number
  unchanged: number
  bad: BadRow[]
}

function* batchesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += batchSize) yield all.slice(at, at + batchSize)
}

/** What the club has of the tickets' numbers, codes and performances. */
async function readKnown(db: Transaction<Database>, { tickets, onProgress }: TicketImport): Promise<KnownSales> {
  const known: KnownSales = { performances: new Map(), tickets: new Map(), codes: new Map() }
  const ids = new Set(tickets.map(({ performanceId }) => performanceId))
  for (const { id, ...facts } of await findPerformanceSales(db, [...ids])) known.performances.set(id, facts)
  let done = 0
  for (const batch of batchesOf(tickets)) {
    const [ticketNos, codes] = [batch.map(({ ticketNo }) => ticketNo), batch.flatMap(({ code }) => code ?? [])]
    for (const sale of await findTicketSales(db, { ticketNos, codes })) {
      known.tickets.set(sale.ticketNo, sale)
      known.codes.set(sale.code, sale.ticketNo)
    }
    done += batch.length
    onProgress('Checked', done, tickets.length)
  }
  return known
}

interface Plan extends Omit<Imported, 'added' | 'performances'> {
  added: ImportedTicket[]
  performances: PerformanceSale[]
}

function planOf(tickets: readonly ImportedTicket[], known: KnownSales): Plan {
  const before = new Set(known.performances.keys())
  const plan: Plan = { added: [], performances: [], unchanged: 0, bad: [] }
  for (const ticket of tickets) {
    const verdict = decideImport(ticket, known)
    if (verdict.kind === 'bad') plan.bad.push({ line: ticket.line, reason: verdict.reason })
    else if (verdict.kind === 'unchanged') plan.unchanged += 1
    else {
      plan.added.push(ticket)
      addToKnown(ticket, known)
    }
  }
  for (const [id, facts] of known.performances) if (!before.has(id)) plan.performances.push({ id, ...facts })
  return plan
}

type Storing = Pick<TicketImport, 'onProgress'> & { sign: NonNullable<TicketImport['sign']> }

async function store(db: Transaction<Database>, plan: Plan, known: KnownSales, { sign, onProgress }: Storing) {
  await addPerformances(db, plan.performances)
  let done = 0
  for (const batch of batchesOf(plan.added)) {
    const sales = batch.map(({ ticketNo, performanceId, seat, amount, code }) => {
      const startsAt = known.performances.get(performanceId)?.startsAt.getTime() ?? 0
      const claims = { t: ticketNo, p: performanceId, s: Math.floor(startsAt / 1000), l: seat, a: amount }
      return { ticketNo, performanceId, seat, amount, code: code ?? sign(claims) }
    })
    await addTickets(db, sales)
    done += batch.length
    onProgress('Stored', done, plan.added.length)
  }
}

/**
 * Adds the tickets that outlets have sold, with their performances, in one transaction. A ticket that is known with the
 * same data is left as it is, so that a file can be imported again. `db` must be the owner's: the server's role may not
 * add tickets.
 */
export function importTickets(db: ConnectionPool, wanted: TicketImport): Promise<Imported> {
  return inTransaction(db, async (transaction) => {
    await takeLock(transaction, 'season')
    const known = await readKnown(transaction, wanted)
    const plan = planOf(wanted.tickets, known)
    const isRefused = plan.bad.length > 0 && !wanted.skipsBad
    const { sign, onProgress } = wanted
    if (!isRefused && sign !== null) await store(transaction, plan, known, { sign, onProgress })
    return { ...plan, added: plan.added.length, performances: plan.performances.length }
  })
}
