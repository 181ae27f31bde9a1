import { languages, type LocalizedText } from '#contract/language.ts'
import type { FileColumn, RowFault } from '#contract/staff/ticketFile.ts'

/** What is known of a performance. */
export interface PerformanceFacts {
  name: LocalizedText
  venue: LocalizedText
  startsAt: Date
  endsAt: Date
}

/** A ticket that an outlet has sold. */
interface SoldTicket {
  ticketNo: string
  performanceId: string
  seat: string
  /** In Hong Kong dollars, with two decimals. */
  amount: number
  /** The text of its QR code; null where the club makes it. */
  code: string | null
}

/** A ticket to import. */
export interface ImportedTicket extends SoldTicket {
  /** The line of the file, from 1. */
  line: number
  /** null where the performance is known. */
  performance: PerformanceFacts | null
}

/** A row that cannot be taken, and all that is known to be wrong with it. */
export interface BadRow {
  line: number
  faults: RowFault[]
}

/** What the club has, and what the lines before have added. */
export interface KnownSales {
  performances: Map<string, PerformanceFacts>
  tickets: Map<string, SoldTicket>
  /** The ticket number of each code. */
  codes: Map<string, string>
}

type ImportVerdict = { kind: 'new' } | { kind: 'unchanged' } | { kind: 'bad'; faults: RowFault[] }

const textsOf = ({ name, venue, startsAt, endsAt }: PerformanceFacts) => [
  ...languages.flatMap((language) => [name[language], venue[language]]),
  startsAt.toISOString(),
  endsAt.toISOString(),
]

const sameFacts = (one: PerformanceFacts, other: PerformanceFacts) =>
  one === other || textsOf(one).join('\n') === textsOf(other).join('\n')

/** What is wrong with the performance that a ticket names. */
function performanceFaults({ performanceId, performance }: ImportedTicket, known: PerformanceFacts | undefined) {
  const fault = (kind: 'performance_new' | 'performance_differs'): RowFault[] => [{ kind, performanceId }]
  if (known === undefined) return performance ? [] : fault('performance_new')
  return performance && !sameFacts(known, performance) ? fault('performance_differs') : []
}

/** Where a ticket differs from the one with its number. */
function differencesOf(ticket: ImportedTicket, known: SoldTicket): RowFault[] {
  const differs = (column: FileColumn, said: string | null): RowFault => ({
    kind: 'ticket_differs',
    ticketNo: ticket.ticketNo,
    column,
    known: said,
  })
  const faults: RowFault[] = []
  if (ticket.performanceId !== known.performanceId) faults.push(differs('performance_id', known.performanceId))
  if (ticket.seat !== known.seat) faults.push(differs('seat', known.seat))
  if (Math.round(ticket.amount * 100) !== Math.round(known.amount * 100))
    faults.push(differs('amount', String(known.amount)))
  if (ticket.code !== null && ticket.code !== known.code) faults.push(differs('code', null))
  return faults
}

/** Whether a ticket is new, known with the same data, or cannot be taken. */
export function decideImport(ticket: ImportedTicket, known: KnownSales): ImportVerdict {
  const faults = performanceFaults(ticket, known.performances.get(ticket.performanceId))
  const knownTicket = known.tickets.get(ticket.ticketNo)
  const owner = ticket.code === null ? undefined : known.codes.get(ticket.code)
  if (knownTicket) faults.push(...differencesOf(ticket, knownTicket))
  else if (owner !== undefined) faults.push({ kind: 'code_taken', ticketNo: owner })
  if (faults.length > 0) return { kind: 'bad', faults }
  return { kind: knownTicket ? 'unchanged' : 'new' }
}

/** Adds what a ticket brings to what is known. */
export function addToKnown({ performance, ...ticket }: ImportedTicket, known: KnownSales): void {
  if (performance && !known.performances.has(ticket.performanceId))
    known.performances.set(ticket.performanceId, performance)
  known.tickets.set(ticket.ticketNo, ticket)
  if (ticket.code !== null) known.codes.set(ticket.code, ticket.ticketNo)
}
