import * as v from 'valibot'
import { Count } from '#contract/schemas/count.ts'
import { Moment, Words } from '#contract/staff/schemas.ts'
import { fileColumns, RowFault } from '#contract/staff/ticketFile.ts'
import { TicketNo } from '#contract/staff/tickets.ts'
import { endpoint } from './endpoint.ts'

/** How many tickets one call is about at most. */
export const mostTicketsOfCall = 500

/**
 * What a row says in a column, as a file of tickets says it. A number may come as one, but for an integer beyond 2^53,
 * which JSON has changed on its way.
 */
const Cell = v.nullish(
  v.union([
    v.string(),
    v.pipe(
      v.number(),
      v.check((number) => !Number.isInteger(number) || Number.isSafeInteger(number)),
      v.transform(String),
    ),
  ]),
  '',
)

/** A ticket as a row of the file that staff import: the same columns, whose first row of a new concert describes it. */
const SoldRow = v.strictObject(v.entriesFromList(fileColumns, Cell))
export type SoldRow = v.InferOutput<typeof SoldRow>

const rate = { class: 'box-office' } as const
const calledBy = 'others'

/**
 * All are added or none. A ticket that is known with the same data is left as it is.
 *
 * - `unchanged`: all of them were known, and nothing was done.
 * - `refused`: nothing was added. `row`: the place in the request, from 1, with all that is wrong there.
 */
export const addTickets = endpoint({
  summary: 'Adds concerts and the tickets that were sold for them',
  method: 'POST',
  path: '/api/box-office/tickets',
  calledBy,
  access: { boxOffice: 'ticket_import' },
  rate,
  request: v.object({ tickets: v.pipe(v.array(SoldRow), v.minLength(1), v.maxLength(mostTicketsOfCall)) }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('added'), importId: v.string(), added: Count, concerts: Count, unchanged: Count }),
    v.object({ kind: v.literal('unchanged'), unchanged: Count }),
    v.object({ kind: v.literal('refused'), bad: v.array(v.object({ row: Count, faults: v.array(RowFault) })) }),
  ]),
  // Each with an outlet's own code of 2,048 bytes.
  maxBytes: 2 * 1024 * 1024,
})

/**
 * Nobody can claim it any more. What it has given to a member is taken back, and they read the reason.
 *
 * - `closed`: it is that of a member whose account is closed, and stays as it is.
 * - `repeated`: it was voided before.
 */
export const voidTicket = endpoint({
  summary: 'Voids a ticket',
  method: 'POST',
  path: '/api/box-office/void-ticket',
  calledBy,
  access: { boxOffice: 'ticket_return' },
  rate,
  request: v.object({ ticketNo: TicketNo, reason: Words }),
  answer: v.variant('kind', [
    v.object({ kind: v.picklist(['unknown_ticket', 'closed']) }),
    v.object({ kind: v.literal('voided'), wasClaimed: v.boolean() }),
    v.object({ kind: v.literal('repeated'), at: Moment }),
  ]),
  maxBytes: 4096,
})

/** What has become of a ticket: nobody has claimed it, its points wait for settlement, were given, or it was voided. */
export const ticketStates = ['unclaimed', 'claimed', 'credited', 'voided'] as const

/** null: no such ticket. It names no member. `since`: null while nobody has claimed it. */
export const ticketState = endpoint({
  summary: 'Gets the state of a ticket',
  method: 'GET',
  path: '/api/box-office/ticket',
  calledBy,
  access: { boxOffice: 'ticket_read' },
  rate,
  request: v.object({ ticketNo: TicketNo }),
  answer: v.object({
    ticket: v.nullable(
      v.object({
        ticketNo: v.string(),
        performanceId: v.string(),
        seat: v.string(),
        amount: v.number(),
        state: v.picklist(ticketStates),
        since: v.nullable(Moment),
      }),
    ),
  }),
})

/** `qr`: the text of the QR code. A ticket that was voided has none any more. */
export const ticketCodes = endpoint({
  summary: 'Gets the QR codes of tickets for print',
  method: 'POST',
  path: '/api/box-office/codes',
  calledBy,
  access: { boxOffice: 'code_read' },
  rate,
  request: v.object({ ticketNos: v.pipe(v.array(TicketNo), v.minLength(1), v.maxLength(mostTicketsOfCall)) }),
  answer: v.object({
    codes: v.array(
      v.variant('kind', [
        v.object({ ticketNo: v.string(), kind: v.literal('code'), qr: v.string() }),
        v.object({ ticketNo: v.string(), kind: v.picklist(['unknown_ticket', 'voided']) }),
      ]),
    ),
  }),
  maxBytes: 64 * 1024,
})
