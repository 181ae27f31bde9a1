import type { Transaction } from 'kysely'
import type { TicketClaims } from '#contract/scan/ticket.ts'
import { mostBadRows, mostNewConcerts, type NewConcert } from '#contract/staff/tickets.ts'
import {
  addToKnown,
  type BadRow,
  decideImport,
  type ImportedTicket,
  type KnownSales,
} from '#server/domain/ticketImport.ts'
import { readTicketRows, type TicketTable } from '#server/domain/ticketRows.ts'
import { takeLock } from '#server/store/locks.ts'
import {
  addImport,
  countUse,
  deleteImported,
  type ImportUse,
  lockImport,
  markUndone,
} from '#server/store/points/ticketImports.ts'
import {
  addPerformances,
  addTickets,
  findPerformanceSales,
  findTicketSales,
  type PerformanceSale,
} from '#server/store/points/ticketSales.ts'
import type { ActingPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { findLastAct } from '#server/store/staffActs.ts'
import { recordAct } from '../acts.ts'

/** How many tickets one statement looks up or adds. */
const batchSize = 1000

/** Rows that cannot be taken: how many, and the first by their lines. A file that is another one has millions. */
interface BadRows {
  count: number
  first: BadRow[]
}

function addBad(bad: BadRows, row: BadRow): void {
  bad.count += 1
  if (bad.first.length < mostBadRows) bad.first.push(row)
}

/** What a file of tickets says: those that can be taken as they are, and rows that cannot. */
interface ReadTickets {
  tickets: readonly ImportedTicket[]
  bad: Readonly<BadRows>
}

/** Tickets to import. */
interface TicketImport extends ReadTickets {
  /** The name of the file, or of the key by which they came. */
  file: string
  now: Date
  /** Whether to import the others where some cannot be taken; otherwise nothing is imported then. */
  skipsBad: boolean
  /** Whether an import that adds nothing is not recorded. */
  skipsEmpty?: true
  /** Makes the code of a ticket that comes without one; null only finds out what would happen, and changes nothing. */
  sign: ((claims: TicketClaims) => string) | null
  onProgress: (step: 'Checked' | 'Stored', done: number, total: number) => void
}

/** What an import has done, or would do. */
interface Imported {
  /** The import's id; null where nothing was imported. */
  id: string | null
  /** Tickets and performances that were added, or would be. */
  added: number
  performances: number
  newConcerts: NewConcert[]
  unchanged: number
  bad: BadRows
}

/**
 * Reads a file of tickets beside other work: between its chunks, others have their turn.
 *
 * @throws TicketFileError or CsvError for a file of which no row can be read
 */
export function readTickets(table: TicketTable, origin: string): Promise<ReadTickets> {
  return sortRows(readTicketRows(table, origin))
}

/** Tells rows that can be taken as they are from those that cannot. */
export async function sortRows(
  rows: AsyncIterable<ImportedTicket | BadRow> | Iterable<ImportedTicket | BadRow>,
): Promise<ReadTickets> {
  const tickets: ImportedTicket[] = []
  const bad: BadRows = { count: 0, first: [] }
  for await (const row of rows) {
    if ('faults' in row) addBad(bad, row)
    else tickets.push(row)
  }
  return { tickets, bad }
}

function* batchesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += batchSize) yield all.slice(at, at + batchSize)
}

interface Plan {
  added: ImportedTicket[]
  performances: PerformanceSale[]
  unchanged: number
  bad: BadRows
  known: KnownSales
}

/** Adds what the club has of these tickets' numbers and codes to what is known. */
async function readKnown(db: Transaction<Database>, tickets: readonly ImportedTicket[], known: KnownSales) {
  const [ticketNos, codes] = [tickets.map(({ ticketNo }) => ticketNo), tickets.flatMap(({ code }) => code ?? [])]
  for (const sale of await findTicketSales(db, { ticketNos, codes })) {
    known.tickets.set(sale.ticketNo, sale)
    known.codes.set(sale.code, sale.ticketNo)
  }
}

/** Decides on each ticket, by what the club has and the rows before say. */
async function planImport(db: Transaction<Database>, { tickets, bad, onProgress }: TicketImport): Promise<Plan> {
  const known: KnownSales = { performances: new Map(), tickets: new Map(), codes: new Map() }
  const ids = new Set(tickets.map(({ performanceId }) => performanceId))
  for (const { id, ...facts } of await findPerformanceSales(db, [...ids])) known.performances.set(id, facts)
  const before = new Set(known.performances.keys())
  const plan: Plan = { added: [], performances: [], unchanged: 0, bad: { count: 0, first: [] }, known }
  let done = 0
  for (const batch of batchesOf(tickets)) {
    await readKnown(db, batch, known)
    for (const ticket of batch) {
      const verdict = decideImport(ticket, known)
      if (verdict.kind === 'bad') addBad(plan.bad, { line: ticket.line, faults: verdict.faults })
      else if (verdict.kind === 'unchanged') plan.unchanged += 1
      else {
        plan.added.push(ticket)
        addToKnown(ticket, known)
      }
    }
    done += batch.length
    onProgress('Checked', done, tickets.length)
  }
  const first = [...bad.first, ...plan.bad.first].toSorted((one, other) => one.line - other.line)
  plan.bad = { count: bad.count + plan.bad.count, first: first.slice(0, mostBadRows) }
  for (const [id, facts] of known.performances) if (!before.has(id)) plan.performances.push({ id, ...facts })
  return plan
}

/** The first performances that a plan adds, each with its tickets: those with a single one first, then by date. */
function newConcertsOf({ added, performances }: Plan): NewConcert[] {
  const tickets = new Map<string, number>()
  for (const { performanceId } of added) tickets.set(performanceId, (tickets.get(performanceId) ?? 0) + 1)
  return performances
    .map(({ id, name, startsAt }) => ({ id, name, startsAt: startsAt.toISOString(), tickets: tickets.get(id) ?? 0 }))
    .toSorted(
      (one, other) =>
        Number(other.tickets === 1) - Number(one.tickets === 1) || one.startsAt.localeCompare(other.startsAt),
    )
    .slice(0, mostNewConcerts)
}

type Storing = Pick<TicketImport, 'onProgress'> & { sign: NonNullable<TicketImport['sign']> }

async function store(db: Transaction<Database>, importId: string, plan: Plan, { sign, onProgress }: Storing) {
  await addPerformances(db, importId, plan.performances)
  let done = 0
  for (const batch of batchesOf(plan.added)) {
    const sales = batch.map(({ ticketNo, performanceId, seat, amount, code }) => {
      const startsAt = plan.known.performances.get(performanceId)?.startsAt.getTime() ?? 0
      const claims = { t: ticketNo, p: performanceId, s: Math.floor(startsAt / 1000), l: seat, a: amount }
      return { ticketNo, performanceId, seat, amount, code: code ?? sign(claims) }
    })
    await addTickets(db, importId, sales)
    done += batch.length
    onProgress('Stored', done, plan.added.length)
  }
}

/**
 * Adds the tickets that outlets have sold, with their performances, in one transaction: a server that ends meanwhile
 * has imported nothing. A ticket that is known with the same data is left as it is, so that a file can be imported
 * again.
 */
export function importTickets(db: ActingPool, wanted: TicketImport): Promise<Imported> {
  return inTransaction(db, async (transaction) => {
    await takeLock(transaction, 'season')
    const plan = await planImport(transaction, wanted)
    const { file, now, skipsBad, skipsEmpty = false, sign, onProgress } = wanted
    const counts = { added: plan.added.length, performances: plan.performances.length, unchanged: plan.unchanged }
    const isRefused = plan.bad.count > 0 && !skipsBad
    const found = { ...counts, newConcerts: newConcertsOf(plan), bad: plan.bad }
    if (isRefused || sign === null || (skipsEmpty && counts.added === 0)) return { id: null, ...found }
    const id = await addImport(transaction, { file, importedAt: now, ...counts, bad: plan.bad.count })
    await store(transaction, id, plan, { sign, onProgress })
    const subject = { kind: 'tickets', id } as const
    await recordAct(transaction, { action: 'tickets_import', subject, memberId: null, after: counts })
    return { id, ...found }
  })
}

/**
 * What became of it; everything but `undone` has changed nothing. `undone_before`: by whom and when. `used`: members
 * have scanned or claimed some of its tickets, or staff have returned them.
 */
type UndoneImport =
  | { kind: 'unknown' }
  | { kind: 'undone_before'; by: { actor: string; at: Date } | null }
  | ({ kind: 'used' } & ImportUse)
  | { kind: 'undone'; tickets: number; performances: number }

/**
 * Takes back all that an import has brought, once, while nobody has used any of it. A ticket that is scanned at the
 * same moment is either one that the club knows, or the import stays.
 */
export function undoImport(db: ActingPool, { importId, now }: { importId: string; now: Date }): Promise<UndoneImport> {
  return inTransaction(db, async (transaction) => {
    await takeLock(transaction, 'season')
    const found = await lockImport(transaction, importId)
    if (!found) return { kind: 'unknown' }
    const subject = { kind: 'tickets', id: importId } as const
    if (found.undoneAt !== null)
      return { kind: 'undone_before', by: await findLastAct(transaction, subject, ['tickets_undo']) }
    const use = await countUse(transaction, importId)
    if (use.claimed + use.scanned + use.returned > 0) return { kind: 'used', ...use }
    const deleted = await deleteImported(transaction, importId)
    await markUndone(transaction, importId, now)
    await recordAct(transaction, { action: 'tickets_undo', subject, memberId: null, before: deleted })
    return { kind: 'undone', ...deleted }
  })
}
