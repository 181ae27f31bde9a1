import * as v from 'valibot'
import { languages } from '#contract/language.ts'
import { csvFaults, separators } from '#contract/schemas/parseCsv.ts'

/** What every row of a file of tickets says. */
export const ticketColumns = ['ticket_no', 'performance_id', 'seat', 'amount'] as const

/** What the first row of a new performance says, at least. */
export const performanceColumns = [
  ...languages.map((language) => `name_${language}` as const),
  ...languages.map((language) => `venue_${language}` as const),
  'starts_at',
  'ends_at',
] as const

/** The columns of a file of tickets, in the order in which they are written. */
export const fileColumns = [...ticketColumns, 'code', ...performanceColumns] as const
export type FileColumn = (typeof fileColumns)[number]

const Column = v.picklist(fileColumns)

/** The most bytes of a file, and the most columns that it has. 50,000 tickets with their codes have 25 million. */
export const maxTicketFileBytes = 40_000_000
const maxFileColumns = 100

/**
 * What a file of tickets is: CSV in UTF-8. Its first line names the columns; `columns` says what each of them is, null
 * for one that is not needed.
 */
export const TicketFile = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  separator: v.picklist(separators),
  columns: v.pipe(v.array(v.nullable(Column)), v.minLength(1), v.maxLength(maxFileColumns)),
})
export type TicketFile = v.InferOutput<typeof TicketFile>

const Text = v.string()

/** Why a row cannot be taken. `value`: what it says; `known`: what the club has, or a row before has said. */
export const RowFault = v.variant('kind', [
  v.object({ kind: v.literal('column_count'), has: v.number(), due: v.number() }),
  v.object({ kind: v.picklist(['missing', 'invisible']), column: Column }),
  v.object({ kind: v.literal('too_long'), column: Column, max: v.number() }),
  v.object({ kind: v.picklist(['amount', 'time']), column: Column, value: Text }),
  v.object({ kind: v.picklist(['ends_first', 'code_long', 'code_malformed']) }),
  v.object({ kind: v.picklist(['code_states_other', 'code_taken']), ticketNo: Text }),
  v.object({ kind: v.picklist(['performance_new', 'performance_differs']), performanceId: Text }),
  v.object({ kind: v.literal('ticket_differs'), ticketNo: Text, column: Column, known: v.nullable(Text) }),
])
export type RowFault = v.InferOutput<typeof RowFault>

/** Why no row of a file can be read. */
export const FileFault = v.variant('kind', [
  v.object({ kind: v.literal('empty') }),
  v.object({ kind: v.picklist(['column_missing', 'column_twice']), columns: v.array(Column) }),
])
export type FileFault = v.InferOutput<typeof FileFault>

/** Where a file is no CSV, and why. */
export const CsvFaultAt = v.object({ kind: v.picklist(csvFaults), line: v.number() })
