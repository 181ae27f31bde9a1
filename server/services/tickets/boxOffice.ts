import type { ParsedRequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import type { addTickets, SoldRow, ticketCodes, ticketState, voidTicket } from '#contract/boxOffice.ts'
import { statedTicketNo, ticketAddress, type TicketClaims } from '#contract/scan/ticket.ts'
import { ticketRowReader } from '#server/domain/ticketRows.ts'
import { findTicketCodes } from '#server/store/points/ticketSales.ts'
import { findStoredTicket, type StoredTicket } from '#server/store/points/ticketStory.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'
import { returnTicket } from './returnedTickets.ts'
import { importTickets, sortRows } from './ticketImport.ts'

interface Adding {
  rows: readonly SoldRow[]
  /** The name of the key by which they come. */
  from: string
  now: Date
  /** The club's public origin, in codes that are addresses. */
  origin: string
  signer: () => Promise<(claims: TicketClaims) => string>
}

/** Adds tickets as an import of staff does: all or none, and nothing a second time. */
export async function addSoldTickets(
  db: ActingPool,
  { rows, from, now, origin, signer }: Adding,
): Promise<SentAnswerOf<typeof addTickets>> {
  const readRow = ticketRowReader(origin)
  const read = await sortRows(rows.map((row, at) => readRow(at + 1, (column) => row[column].trim())))
  const sign = await signer()
  const options = { file: from, now, skipsBad: false, skipsEmpty: true, sign, onProgress: () => undefined } as const
  const { id, added, performances, unchanged, bad } = await importTickets(db, { ...read, ...options })
  if (bad.count > 0) return { kind: 'refused', bad: bad.first.map(({ line, faults }) => ({ row: line, faults })) }
  if (id === null) return { kind: 'unchanged', unchanged }
  return { kind: 'added', importId: id, added, concerts: performances, unchanged }
}

/** Voids a ticket as staff return one. What its member has is nothing that a machine is told. */
export async function voidSoldTicket(
  db: ActingPool,
  request: ParsedRequestOf<typeof voidTicket> & { now: Date },
): Promise<SentAnswerOf<typeof voidTicket>> {
  const returned = await returnTicket(db, { ...request, isDryRun: false })
  switch (returned.kind) {
    case 'unknown_ticket':
    case 'closed':
      return { kind: returned.kind }
    case 'repeated':
      return { kind: 'repeated', at: returned.at.toISOString() }
    case 'voided':
      return { kind: 'voided', wasClaimed: false }
    case 'returned':
      return { kind: 'voided', wasClaimed: true }
  }
}

function stateOf({ voidedAt, backAt, creditedAt, claimedAt }: StoredTicket) {
  const returnedAt = voidedAt ?? backAt
  if (returnedAt) return { state: 'voided', since: returnedAt.toISOString() } as const
  if (creditedAt) return { state: 'credited', since: creditedAt.toISOString() } as const
  if (claimedAt) return { state: 'claimed', since: claimedAt.toISOString() } as const
  return { state: 'unclaimed', since: null } as const
}

/** What has become of a ticket, without whose it is. */
export async function readTicketState(
  db: ConnectionPool,
  number: string,
): Promise<SentAnswerOf<typeof ticketState>['ticket']> {
  const found = await findStoredTicket(db, number)
  // Staff may type a number in small letters; a machine that voids or prints has to name it as it is.
  if (found?.ticketNo !== number) return null
  const { ticketNo, performanceId, seat, amount } = found
  return { ticketNo, performanceId, seat, amount, ...stateOf(found) }
}

/**
 * The texts of the QR codes of tickets, in the order in which they were asked for: a signed ticket as an address, which
 * a phone's own camera opens, and an outlet's own code as it is.
 */
export function readTicketCodes(
  db: ActingPool,
  { ticketNos, origin }: ParsedRequestOf<typeof ticketCodes> & { origin: string },
): Promise<SentAnswerOf<typeof ticketCodes>> {
  return inTransaction(db, async (transaction) => {
    const found = new Map((await findTicketCodes(transaction, ticketNos)).map((one) => [one.ticketNo, one]))
    const codes = ticketNos.map((ticketNo) => {
      const ticket = found.get(ticketNo)
      if (!ticket) return { ticketNo, kind: 'unknown_ticket' as const }
      if (ticket.isReturned) return { ticketNo, kind: 'voided' as const }
      const { code } = ticket
      return { ticketNo, kind: 'code' as const, qr: statedTicketNo(code) === null ? code : ticketAddress(origin, code) }
    })
    const tickets = codes.filter(({ kind }) => kind === 'code').length
    if (tickets > 0) {
      const subject = { kind: 'tickets', id: null } as const
      await recordAct(transaction, { action: 'codes_read', subject, memberId: null, after: { tickets } })
    }
    return { codes }
  })
}
