import { inEachLanguage, languages } from '#contract/language.ts'
import { spreadsheetText, textOfSpreadsheet } from '#contract/schemas/spreadsheetText.ts'
import { canonicalCode, statedTicketNo } from '#contract/scan/ticket.ts'
import { isMalformedCode } from '#server/domain/ticketCode.ts'
import type { ImportedTicket, PerformanceFacts } from '#server/domain/ticketImport.ts'
import type { BadRow } from '#server/services/tickets/ticketImport.ts'
import type { findTicketsAfter } from '#server/store/points/ticketSales.ts'
import { CommandError } from './commandLine.ts'
import { type CsvRecord, csvLine, parseCsv } from './csv.ts'

const ticketColumns = ['ticket_no', 'performance_id', 'seat', 'amount'] as const
const performanceColumns = [
  ...languages.map((language) => `name_${language}` as const),
  ...languages.map((language) => `venue_${language}` as const),
  'starts_at',
  'ends_at',
] as const
/** The columns of a file of tickets, in the order in which they are written. */
const columns = [...ticketColumns, 'code', ...performanceColumns] as const
type Column = (typeof columns)[number]

const isColumn = (name: string): name is Column => columns.some((column) => column === name)

/** The text of a file; Excel writes other encodings than UTF-8, too. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandError('The file is not in UTF-8. In Excel, save it as “CSV UTF-8 (comma delimited)”.')
  }
}

/** The position of each column that the first line names. */
function readHeader(header: CsvRecord | undefined): Map<Column, number> {
  if (header === undefined)
    throw new CommandError(`The file is empty: its first line names the columns ${columns.join(',')}.`)
  const names = header.fields.map((name) => name.trim().toLowerCase())
  for (const [sign, word] of [
    [';', 'semicolons'],
    ['\t', 'tabs'],
  ] as const)
    if (names.length === 1 && names[0]?.includes(sign))
      throw new CommandError(
        `The columns are separated by ${word}, as Excel does in some regions: save the file as “CSV UTF-8 (comma delimited)”.`,
      )
  const positions = new Map<Column, number>()
  for (const [at, name] of names.entries()) {
    if (!isColumn(name))
      throw new CommandError(`Line 1: there is no column "${name}". The columns are ${columns.join(', ')}.`)
    if (positions.has(name)) throw new CommandError(`Line 1: the column ${name} is there twice.`)
    positions.set(name, at)
  }
  const missing = ticketColumns.filter((column) => !positions.has(column))
  if (missing.length > 0) throw new CommandError(`Line 1: the column ${missing.join(', ')} is missing.`)
  return positions
}

/** Why a row cannot be read. */
class RowError extends Error {}

type Cells = (column: Column) => string

const maxLength = 64
const invisible = /[\p{Cc}\p{Cf}\p{Cs}]/u

function textOf(cells: Cells, column: Column, { isRequired = true, max = maxLength } = {}): string {
  const text = cells(column)
  if (isRequired && text === '') throw new RowError(`${column} is missing`)
  if (text.length > max) throw new RowError(`${column} has more than ${max} characters`)
  if (invisible.test(text)) throw new RowError(`${column} has characters that cannot be seen`)
  return text
}

function amountOf(cells: Cells): number {
  const text = textOf(cells, 'amount')
  const amount = Number(text)
  if (!/^\d+(?:\.\d{1,2})?$/.test(text) || amount > 1_000_000)
    throw new RowError(`amount must be Hong Kong dollars from 0 to 1000000, such as 380 or 380.50, and is "${text}"`)
  return amount
}

/** A moment as `2026-11-22T20:00:00+08:00`, or in Hong Kong's time as `2026-11-22 20:00`. */
function timeOf(cells: Cells, column: Column): Date {
  const text = textOf(cells, column)
  const [, day, clock, zone = '+08:00'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  const moment = new Date(`${day}T${clock}${zone}`)
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(`${day}`) ?? false
  if (Number.isNaN(moment.getTime()) || !isDay)
    throw new RowError(`${column} must be a time such as 2026-11-22 20:00, and is "${text}"`)
  return moment
}

function performanceOf(cells: Cells): PerformanceFacts | null {
  if (performanceColumns.every((column) => cells(column) === '')) return null
  const text = (column: Column) => textOf(cells, column, { max: 200 })
  const facts = {
    name: inEachLanguage((language) => text(`name_${language}`)),
    venue: inEachLanguage((language) => text(`venue_${language}`)),
    startsAt: timeOf(cells, 'starts_at'),
    endsAt: timeOf(cells, 'ends_at'),
  }
  if (facts.endsAt <= facts.startsAt) throw new RowError('ends_at must be after starts_at')
  return facts
}

function codeOf(cells: Cells, ticketNo: string, origin: string): string | null {
  if (cells('code') === '') return null
  const code = canonicalCode(cells('code'), origin)
  if (Buffer.byteLength(code) > 2048) throw new RowError('code has more than 2048 bytes')
  if (isMalformedCode(code)) throw new RowError('code cannot be that of a ticket')
  const stated = statedTicketNo(code)
  if (stated !== null && stated !== ticketNo) throw new RowError(`code is that of ticket ${stated}`)
  return code
}

function readRow({ line, fields }: CsvRecord, positions: Map<Column, number>, origin: string): ImportedTicket {
  if (fields.length !== positions.size)
    throw new RowError(`it has ${fields.length} columns, and the first line has ${positions.size}`)
  const cells: Cells = (column) => textOfSpreadsheet(fields[positions.get(column) ?? -1]?.trim() ?? '')
  const ticketNo = textOf(cells, 'ticket_no')
  return {
    line,
    ticketNo,
    performanceId: textOf(cells, 'performance_id'),
    seat: textOf(cells, 'seat', { isRequired: false }),
    amount: amountOf(cells),
    code: codeOf(cells, ticketNo, origin),
    performance: performanceOf(cells),
  }
}

/**
 * Reads a CSV file of tickets.
 *
 * @param origin the club's public origin, in codes that are addresses
 * @throws CommandError or CsvError for a file of which no row can be read
 */
export function readTicketFile(bytes: Uint8Array, origin: string): { tickets: ImportedTicket[]; bad: BadRow[] } {
  const [header, ...records] = parseCsv(decode(bytes))
  const positions = readHeader(header)
  const [tickets, bad]: [ImportedTicket[], BadRow[]] = [[], []]
  for (const record of records) {
    try {
      tickets.push(readRow(record, positions, origin))
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      bad.push({ line: record.line, reason: error.message })
    }
  }
  return { tickets, bad }
}

type TicketRow = Awaited<ReturnType<typeof findTicketsAfter>>[number]

/** The first line of a file of tickets. */
export const ticketFileHeader = csvLine(columns)

/** A ticket's line in a file of tickets. */
export function ticketFileLine(ticket: TicketRow): string {
  const { ticketNo, performanceId, seat, amount, code, name, venue, startsAt, endsAt } = ticket
  const names = [name, venue].flatMap((texts) => languages.map((language) => texts[language]))
  const cells = [ticketNo, performanceId, seat, String(amount), code, ...names]
  return csvLine([...cells.map(spreadsheetText), startsAt.toISOString(), endsAt.toISOString()])
}
