import * as v from 'valibot'
import { LocalizedText } from '#contract/language.ts'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { DoneBy, Moment, Nothing, Words } from './schemas.ts'
import { CsvFaultAt, FileFault, maxTicketFileBytes, RowFault, TicketFile } from './ticketFile.ts'

/** How many bad rows an answer names at most; a file with more is another file than was meant. */
export const mostBadRows = 500

/** How many new concerts an answer names at most. */
export const mostNewConcerts = 200

/** A concert that an import adds, with how many tickets of it. */
const NewConcert = v.object({ id: v.string(), name: LocalizedText, startsAt: Moment, tickets: Count })
export type NewConcert = v.InferOutput<typeof NewConcert>

/**
 * What an import has done, or would do. `newConcerts`: the first of the `performances`, those with a single ticket
 * before others. `bad`: the first of the rows that cannot be taken, each with all that is wrong with it; `badCount`:
 * all of them.
 */
const importFacts = {
  added: Count,
  performances: Count,
  newConcerts: v.array(NewConcert),
  unchanged: Count,
  badCount: Count,
  bad: v.array(v.object({ line: Count, faults: v.array(RowFault) })),
}

/**
 * All are imported or none. The answer says how far it has come, then has one last line. `isDryRun` finds out what
 * would happen.
 *
 * - `checked`: nothing was imported, because it was not asked for, or some rows are bad and `skipsBad` is not set.
 * - `unreadable`: no row can be read.
 * - `busy`: somebody else imports now, and nothing was done. One file is read at a time.
 */
export const importTickets = endpoint({
  summary: 'Imports a file of tickets',
  method: 'POST',
  path: '/api/staff/import-tickets',
  access: { staff: 'ticket_import' },
  request: v.object({ ...TicketFile.entries, skipsBad: v.boolean(), isDryRun: v.boolean() }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('progress'), step: v.picklist(['Checked', 'Stored']), done: Count, total: Count }),
    v.object({ kind: v.literal('checked'), ...importFacts }),
    v.object({ kind: v.literal('imported'), id: v.string(), ...importFacts }),
    v.object({ kind: v.literal('unreadable'), faults: v.array(v.union([FileFault, CsvFaultAt])) }),
    v.object({ kind: v.literal('busy') }),
  ]),
  answersInLines: true,
  maxBytes: 8192,
  file: { maxBytes: maxTicketFileBytes },
})

/** An import as it is listed. */
const ListedImport = v.object({
  id: v.string(),
  file: v.string(),
  imported: v.nullable(DoneBy),
  added: Count,
  performances: Count,
  unchanged: Count,
  bad: Count,
  undone: v.nullable(DoneBy),
})
export type ListedImport = v.InferOutput<typeof ListedImport>

/** How many imports are listed. */
export const mostImports = 50

export const ticketImports = endpoint({
  summary: 'Lists the latest imports of tickets, newest first',
  method: 'GET',
  path: '/api/staff/ticket-imports',
  access: { staff: 'ticket_read' },
  request: Nothing,
  answer: v.object({ imports: v.array(ListedImport) }),
})

/**
 * An import is undone once. `used`: members have claimed or scanned some of its tickets, or staff have returned them,
 * and nothing was changed.
 */
export const undoImport = endpoint({
  summary: 'Undoes an import of tickets',
  method: 'POST',
  path: '/api/staff/undo-import',
  access: { staff: 'ticket_import' },
  request: v.object({ importId: v.pipe(v.string(), v.regex(/^\d{1,18}$/)) }),
  answer: v.variant('kind', [
    v.object({ kind: v.picklist(['unknown', 'busy']) }),
    v.object({ kind: v.literal('undone_before'), by: v.nullable(DoneBy) }),
    v.object({ kind: v.literal('used'), claimed: Count, scanned: Count, returned: Count }),
    v.object({ kind: v.literal('undone'), tickets: Count, performances: Count }),
  ]),
})

/**
 * A concert that is over and not settled. `claims`: the tickets whose points wait for that, and how many points their
 * members get, with all bonuses.
 */
const UnsettledConcert = v.object({
  id: v.string(),
  name: LocalizedText,
  startsAt: Moment,
  endsAt: Moment,
  sold: Count,
  claims: Count,
  points: Count,
})
export type UnsettledConcert = v.InferOutput<typeof UnsettledConcert>

/** How many concerts are listed at once. */
export const mostUnsettled = 50

/** Those that ended first come first, with what settlement would give now. */
export const unsettledConcerts = endpoint({
  summary: 'Lists the concerts that are over and not settled',
  method: 'GET',
  path: '/api/staff/unsettled-concerts',
  access: { staff: 'ticket_read' },
  request: Nothing,
  answer: v.object({ concerts: v.array(UnsettledConcert) }),
})

/**
 * The club's own task does so, too, from time to time. `failed`: some of its tickets still wait, and can be tried
 * again.
 */
export const settleConcert = endpoint({
  summary: 'Settles a concert that is over',
  method: 'POST',
  path: '/api/staff/settle-concert',
  access: { staff: 'concert_settle' },
  request: v.object({ performanceId: v.pipe(v.string(), v.maxLength(64)) }),
  answer: v.variant('kind', [
    v.object({ kind: v.picklist(['unknown', 'failed']) }),
    v.object({ kind: v.literal('not_over'), endsAt: Moment }),
    v.object({ kind: v.literal('settled_before'), by: v.nullable(DoneBy) }),
    v.object({ kind: v.literal('settled'), claims: Count, points: Count, upgraded: Count }),
  ]),
})

/** A ticket's number as somebody types it. */
export const TicketNo = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64))

/** A member in a ticket's story. */
const StoryMember = v.object({ id: v.string(), name: v.string(), email: v.string(), memberNo: v.nullable(v.string()) })
export type StoryMember = v.InferOutput<typeof StoryMember>

/**
 * What has become of a ticket.
 *
 * - `imported`: by which file, whom and when; null where it came by none.
 * - `seen`: the members who have scanned it, the first one first.
 * - `claim`: whose it is. `points`: what it and its bonuses have given; null while it waits for settlement.
 * - `returned`: `taken`: the points that were taken back; null where nobody had claimed it.
 */
const TicketStory = v.object({
  ticketNo: v.string(),
  concert: v.object({
    id: v.string(),
    name: LocalizedText,
    startsAt: Moment,
    endsAt: Moment,
    settledAt: v.nullable(Moment),
  }),
  seat: v.string(),
  amount: v.number(),
  imported: v.nullable(v.object({ file: v.string(), by: v.nullable(DoneBy) })),
  seen: v.array(v.object({ member: StoryMember, at: Moment })),
  claim: v.nullable(
    v.object({
      member: StoryMember,
      at: Moment,
      points: v.nullable(Count),
      creditedAt: v.nullable(Moment),
    }),
  ),
  returned: v.nullable(
    v.object({ at: Moment, by: v.nullable(v.string()), reason: v.string(), taken: v.nullable(Count) }),
  ),
})
export type TicketStory = v.InferOutput<typeof TicketStory>

/** null: no such ticket. */
export const ticketStory = endpoint({
  summary: 'Gets the history of a ticket',
  method: 'GET',
  path: '/api/staff/ticket',
  access: { staff: 'ticket_read' },
  rate: { class: 'staff-search' },
  request: v.object({ ticketNo: TicketNo }),
  answer: v.object({ ticket: v.nullable(TicketStory) }),
})

/**
 * Takes back what the ticket has given. `isDryRun` finds out what would happen.
 *
 * - `voided`: nobody had claimed it, and nobody can any more.
 * - `given`: what it has given, or would have at settlement (`wasPending`). `taken`: what the member has left of that.
 */
export const returnTicket = endpoint({
  summary: 'Marks a ticket as returned',
  method: 'POST',
  path: '/api/staff/return-ticket',
  access: { staff: 'ticket_return' },
  request: v.object({ ticketNo: TicketNo, reason: Words, isDryRun: v.boolean() }),
  answer: v.variant('kind', [
    v.object({ kind: v.picklist(['unknown_ticket', 'voided', 'closed']) }),
    v.object({ kind: v.literal('repeated'), at: Moment }),
    v.object({
      kind: v.literal('returned'),
      wasPending: v.boolean(),
      given: Count,
      taken: Count,
      before: v.number(),
      after: v.number(),
    }),
  ]),
  maxBytes: 4096,
})
