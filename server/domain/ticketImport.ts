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
export interface SoldTicket {
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

/** A row that cannot be taken. */
export interface BadRow {
  line: number
  fault: RowFault
}

/** What the club has, and what the lines before have added. */
export interface KnownSales {
  performances: Map<string, PerformanceFacts>
  tickets: Map<string, SoldTicket>
  /** The ticket number of each code. */
  codes: Map<string, string>
}

export type ImportVerdict = { kind: 'new' } | { kind: 'unchanged' } | { kind: 'bad'; fault: RowFault }

const bad = (fault: RowFault): ImportVerdict => ({ kind: 'bad', fault })

const textsOf = ({ name, venue, startsAt, endsAt }: PerformanceFacts) => [
  ...languages.flatMap((language) => [name[language], venue[language]]),
  startsAt.toISOString(),
  endsAt.toISOString(),
]

const sameFacts = (one: PerformanceFacts, other: PerformanceFacts) =>
  one === other || textsOf(one).join('\n') === textsOf(other).join('\n')

/** The first column in which a ticket differs from the one with its number; null when it is the same. */
function differenceOf(ticket: ImportedTicket, known: SoldTicket): { column: FileColumn; known: string | null } | null {
  if (ticket.performanceId !== known.performanceId) return { column: 'performance_id', known: known.performanceId }
  if (ticket.seat !== known.seat) return { column: 'seat', known: known.seat }
  if (Math.round(ticket.amount * 100) !== Math.round(known.amount * 100))
    return { column: 'amount', known: String(known.amount) }
  return ticket.code === null || ticket.code === known.code ? null : { column: 'code', known: null }
}

/** Whether a ticket is new, known with the same data, or cannot be taken. */
export function decideImport(ticket: ImportedTicket, known: KnownSales): ImportVerdict {
  const { ticketNo, performanceId, code, performance } = ticket
  const knownPerformance = known.performances.get(performanceId)
  if (!knownPerformance && !performance) return bad({ kind: 'performance_new', performanceId })
  if (knownPerformance && performance && !sameFacts(knownPerformance, performance))
    return bad({ kind: 'performance_differs', performanceId })
  const knownTicket = known.tickets.get(ticketNo)
  if (knownTicket) {
    const difference = differenceOf(ticket, knownTicket)
    return difference === null ? { kind: 'unchanged' } : bad({ kind: 'ticket_differs', ticketNo, ...difference })
  }
  const owner = code === null ? undefined : known.codes.get(code)
  return owner === undefined ? { kind: 'new' } : bad({ kind: 'code_taken', ticketNo: owner })
}

/** Adds what a ticket brings to what is known. */
export function addToKnown({ performance, ...ticket }: ImportedTicket, known: KnownSales): void {
  if (performance && !known.performances.has(ticket.performanceId))
    known.performances.set(ticket.performanceId, performance)
  known.tickets.set(ticket.ticketNo, ticket)
  if (ticket.code !== null) known.codes.set(ticket.code, ticket.ticketNo)
}
