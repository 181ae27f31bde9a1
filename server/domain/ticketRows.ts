import { inEachLanguage } from '#contract/language.ts'
import { canonicalCode, statedTicketNo } from '#contract/scan/ticket.ts'
import { type CsvRecord, csvRecords, type Separator } from '#contract/schemas/parseCsv.ts'
import { textOfSpreadsheet } from '#contract/schemas/spreadsheetText.ts'
import {
  type FileColumn,
  type FileFault,
  performanceColumns,
  type RowFault,
  ticketColumns,
} from '#contract/staff/ticketFile.ts'
import { isMalformedCode } from './ticketCode.ts'
import type { BadRow, ImportedTicket, PerformanceFacts } from './ticketImport.ts'

/** Why a row cannot be read. */
class RowError extends Error {
  readonly fault: RowFault

  constructor(fault: RowFault) {
    super(fault.kind)
    this.fault = fault
  }
}

/** Why no row of a file can be read. */
export class TicketFileError extends Error {
  readonly fault: FileFault

  constructor(fault: FileFault) {
    super(fault.kind)
    this.fault = fault
  }
}

type Cells = (column: FileColumn) => string

const maxLength = 64
const invisible = /[\p{Cc}\p{Cf}\p{Cs}]/u

function textOf(cells: Cells, column: FileColumn, { isRequired = true, max = maxLength } = {}): string {
  const text = cells(column)
  if (isRequired && text === '') throw new RowError({ kind: 'missing', column })
  if (text.length > max) throw new RowError({ kind: 'too_long', column, max })
  if (invisible.test(text)) throw new RowError({ kind: 'invisible', column })
  return text
}

function amountOf(cells: Cells): number {
  const column = 'amount'
  const value = textOf(cells, column)
  const amount = Number(value)
  if (!/^\d+(?:\.\d{1,2})?$/.test(value) || amount > 1_000_000) throw new RowError({ kind: 'amount', column, value })
  return amount
}

/** A moment as `2026-11-22T20:00:00+08:00`, or in Hong Kong's time as `2026-11-22 20:00`. */
function timeOf(cells: Cells, column: FileColumn): Date {
  const value = textOf(cells, column)
  const [, day, clock, zone = '+08:00'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/.exec(value) ?? []
  const moment = new Date(`${day}T${clock}${zone}`)
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(`${day}`) ?? false
  if (Number.isNaN(moment.getTime()) || !isDay) throw new RowError({ kind: 'time', column, value })
  return moment
}

function performanceOf(cells: Cells): PerformanceFacts {
  const text = (column: FileColumn) => textOf(cells, column, { max: 200 })
  const facts = {
    name: inEachLanguage((language) => text(`name_${language}`)),
    venue: inEachLanguage((language) => text(`venue_${language}`)),
    startsAt: timeOf(cells, 'starts_at'),
    endsAt: timeOf(cells, 'ends_at'),
  }
  if (facts.endsAt <= facts.startsAt) throw new RowError({ kind: 'ends_first' })
  return facts
}

function codeOf(cells: Cells, ticketNo: string, origin: string): string | null {
  if (cells('code') === '') return null
  const code = canonicalCode(cells('code'), origin)
  if (new TextEncoder().encode(code).length > 2048) throw new RowError({ kind: 'code_long' })
  if (isMalformedCode(code)) throw new RowError({ kind: 'code_malformed' })
  const stated = statedTicketNo(code)
  if (stated !== null && stated !== ticketNo) throw new RowError({ kind: 'code_states_other', ticketNo: stated })
  return code
}

/** The positions of the columns that a file has. */
function positionsOf(columns: readonly (FileColumn | null)[]): Map<FileColumn, number> {
  const positions = new Map<FileColumn, number>()
  for (const [at, column] of columns.entries()) {
    if (column !== null && positions.has(column)) throw new TicketFileError({ kind: 'column_twice', columns: [column] })
    if (column !== null) positions.set(column, at)
  }
  const missing = ticketColumns.filter((column) => !positions.has(column))
  if (missing.length > 0) throw new TicketFileError({ kind: 'column_missing', columns: missing })
  return positions
}

/** A file of tickets. Its first line names the columns; `columns` says what each of them is, null for any other. */
export interface TicketTable {
  text: string
  separator: Separator
  columns: readonly (FileColumn | null)[]
}

/**
 * Reads a file of tickets row by row.
 *
 * @param origin the club's public origin, in codes that are addresses
 * @throws TicketFileError, or CsvError for what is no CSV
 */
export function* readTicketRows(
  { text, separator, columns }: TicketTable,
  origin: string,
): Generator<ImportedTicket | BadRow> {
  const records = csvRecords(text, separator)
  const header = records.next()
  if (header.done) throw new TicketFileError({ kind: 'empty' })
  const due = header.value.fields.length
  const positions = positionsOf(columns)
  // A performance says the same on each of its thousands of rows.
  const performances = new Map<string, PerformanceFacts>()

  const readPerformance = (cells: Cells): PerformanceFacts | null => {
    const said = performanceColumns.map(cells).join('\n')
    if (said.trim() === '') return null
    const facts = performances.get(said) ?? performanceOf(cells)
    performances.set(said, facts)
    return facts
  }
  const readRow = ({ line, fields }: CsvRecord): ImportedTicket => {
    if (fields.length !== due) throw new RowError({ kind: 'column_count', has: fields.length, due })
    const cells: Cells = (column) => textOfSpreadsheet(fields[positions.get(column) ?? -1]?.trim() ?? '')
    const ticketNo = textOf(cells, 'ticket_no')
    return {
      line,
      ticketNo,
      performanceId: textOf(cells, 'performance_id'),
      seat: textOf(cells, 'seat', { isRequired: false }),
      amount: amountOf(cells),
      code: codeOf(cells, ticketNo, origin),
      performance: readPerformance(cells),
    }
  }
  for (const record of records) {
    try {
      yield readRow(record)
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      yield { line: record.line, fault: error.fault }
    }
  }
}
