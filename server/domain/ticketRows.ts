import { inEachLanguage } from '#contract/language.ts'
import { canonicalCode, maxTicketAmount, statedTicketNo } from '#contract/scan/ticket.ts'
import { csvRecords, type Separator } from '#contract/schemas/parseCsv.ts'
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

/** Why no row of a file can be read. */
export class TicketFileError extends Error {
  readonly faults: FileFault[]

  constructor(...faults: FileFault[]) {
    super(faults.map(({ kind }) => kind).join())
    this.faults = faults
  }
}

/** A row that is read. What is wrong with it is added to `faults`: all of it is told at once. */
interface Row {
  cell: (column: FileColumn) => string
  faults: RowFault[]
}

const maxLength = 64
const invisible = /[\p{Cc}\p{Cf}\p{Cs}]/u

/** What a row says; empty where that is at fault. */
function textOf({ cell, faults }: Row, column: FileColumn, { isRequired = true, max = maxLength } = {}): string {
  const text = cell(column)
  if (isRequired && text === '') faults.push({ kind: 'missing', column })
  else if (text.length > max) faults.push({ kind: 'too_long', column, max })
  else if (invisible.test(text)) faults.push({ kind: 'invisible', column })
  else return text
  return ''
}

function amountOf(row: Row): number {
  const column = 'amount'
  const value = textOf(row, column)
  const amount = Number(value)
  const isAmount = /^\d+(?:\.\d{1,2})?$/.test(value) && amount <= maxTicketAmount
  if (value !== '' && !isAmount) row.faults.push({ kind: 'amount', column, value })
  return amount
}

/** A moment as `2026-11-22T20:00:00+08:00`, or in Hong Kong's time as `2026-11-22 20:00`; else invalid. */
function timeOf(row: Row, column: FileColumn): Date {
  const value = textOf(row, column)
  const [, day, clock, zone = '+08:00'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/.exec(value) ?? []
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(`${day}`) ?? false
  const moment = new Date(isDay ? `${day}T${clock}${zone}` : NaN)
  if (value !== '' && Number.isNaN(moment.getTime())) row.faults.push({ kind: 'time', column, value })
  return moment
}

function performanceOf(row: Row): PerformanceFacts {
  const text = (column: FileColumn) => textOf(row, column, { max: 200 })
  const facts = {
    name: inEachLanguage((language) => text(`name_${language}`)),
    venue: inEachLanguage((language) => text(`venue_${language}`)),
    startsAt: timeOf(row, 'starts_at'),
    endsAt: timeOf(row, 'ends_at'),
  }
  if (facts.endsAt <= facts.startsAt) row.faults.push({ kind: 'ends_first' })
  return facts
}

function codeOf({ cell, faults }: Row, ticketNo: string, origin: string): string | null {
  if (cell('code') === '') return null
  const code = canonicalCode(cell('code'), origin)
  const stated = statedTicketNo(code)
  if (new TextEncoder().encode(code).length > 2048) faults.push({ kind: 'code_long' })
  else if (isMalformedCode(code)) faults.push({ kind: 'code_malformed' })
  else if (ticketNo !== '' && stated !== null && stated !== ticketNo)
    faults.push({ kind: 'code_states_other', ticketNo: stated })
  return code
}

/** The positions of the columns that a file has. */
function positionsOf(columns: readonly (FileColumn | null)[]): Map<FileColumn, number> {
  const positions = new Map<FileColumn, number>()
  const twice = new Set<FileColumn>()
  for (const [at, column] of columns.entries()) {
    if (column === null) continue
    if (positions.has(column)) twice.add(column)
    positions.set(column, at)
  }
  const missing = ticketColumns.filter((column) => !positions.has(column))
  const faults: FileFault[] = []
  if (twice.size > 0) faults.push({ kind: 'column_twice', columns: [...twice] })
  if (missing.length > 0) faults.push({ kind: 'column_missing', columns: missing })
  if (faults.length > 0) throw new TicketFileError(...faults)
  return positions
}

/** A file of tickets. Its first line names the columns; `columns` says what each of them is, null for any other. */
export interface TicketTable {
  /** In chunks, cut anywhere. */
  text: AsyncIterable<string> | Iterable<string>
  separator: Separator
  columns: readonly (FileColumn | null)[]
}

/**
 * Reads rows of tickets, one after the other: a performance may say the same on each of its thousands of rows, and is
 * read once.
 *
 * @param origin the club's public origin, in codes that are addresses
 */
export function ticketRowReader(origin: string): (line: number, cell: Row['cell']) => ImportedTicket | BadRow {
  const performances = new Map<string, PerformanceFacts>()

  const readPerformance = (row: Row): PerformanceFacts | null => {
    const said = performanceColumns.map(row.cell).join('\n')
    if (said.trim() === '') return null
    const known = performances.get(said)
    if (known) return known
    const facts = performanceOf(row)
    if (row.faults.length === 0) performances.set(said, facts)
    return facts
  }
  return (line, cell) => {
    const row: Row = { cell, faults: [] }
    const ticketNo = textOf(row, 'ticket_no')
    const ticket = {
      line,
      ticketNo,
      performanceId: textOf(row, 'performance_id'),
      seat: textOf(row, 'seat', { isRequired: false }),
      amount: amountOf(row),
      code: codeOf(row, ticketNo, origin),
      performance: readPerformance(row),
    }
    return row.faults.length > 0 ? { line, faults: row.faults } : ticket
  }
}

/**
 * Reads a file of tickets row by row.
 *
 * @param origin the club's public origin, in codes that are addresses
 * @throws TicketFileError, or CsvError for what is no CSV
 */
export async function* readTicketRows(
  { text, separator, columns }: TicketTable,
  origin: string,
): AsyncGenerator<ImportedTicket | BadRow> {
  const records = csvRecords(text, separator)
  const header = await records.next()
  if (header.done) throw new TicketFileError({ kind: 'empty' })
  const due = header.value.fields.length
  const positions = positionsOf(columns)
  const read = ticketRowReader(origin)
  for await (const { line, fields } of records)
    yield fields.length === due
      ? read(line, (column) => textOfSpreadsheet(fields[positions.get(column) ?? -1]?.trim() ?? ''))
      : { line, faults: [{ kind: 'column_count', has: fields.length, due }] }
}
