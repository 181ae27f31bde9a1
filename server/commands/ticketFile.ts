import { languages } from '#contract/language.ts'
import { csvLine } from '#contract/schemas/csvLine.ts'
import { type CsvRecord, csvRecords } from '#contract/schemas/parseCsv.ts'
import { spreadsheetText } from '#contract/schemas/spreadsheetText.ts'
import { type FileColumn, fileColumns } from '#contract/staff/ticketFile.ts'
import type { BadRow, ImportedTicket } from '#server/domain/ticketImport.ts'
import { readTicketRows, TicketFileError } from '#server/domain/ticketRows.ts'
import type { findTicketsAfter } from '#server/store/points/ticketSales.ts'
import { CommandError } from './commandLine.ts'
import { fileSentence } from './ticketFaults.ts'

const isColumn = (name: string): name is FileColumn => fileColumns.some((column) => column === name)

/** The text of a file; Excel writes other encodings than UTF-8, too. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandError('The file is not in UTF-8. In Excel, save it as “CSV UTF-8 (comma delimited)”.')
  }
}

/** What the first line says: names of columns. */
function readHeader({ fields }: CsvRecord): FileColumn[] {
  const names = fields.map((name) => name.trim().toLowerCase())
  for (const [sign, word] of [
    [';', 'semicolons'],
    ['\t', 'tabs'],
  ] as const)
    if (names.length === 1 && names[0]?.includes(sign))
      throw new CommandError(
        `The columns are separated by ${word}, as Excel does in some regions: save the file as “CSV UTF-8 (comma delimited)”.`,
      )
  return names.map((name) => {
    if (isColumn(name)) return name
    throw new CommandError(`Line 1: there is no column "${name}". The columns are ${fileColumns.join(', ')}.`)
  })
}

/**
 * Reads a CSV file of tickets.
 *
 * @param origin the club's public origin, in codes that are addresses
 * @throws CommandError or CsvError for a file of which no row can be read
 */
export function readTicketFile(bytes: Uint8Array, origin: string): { tickets: ImportedTicket[]; bad: BadRow[] } {
  const text = decode(bytes)
  const header = csvRecords(text).next()
  const columns = header.done ? [] : readHeader(header.value)
  const [tickets, bad]: [ImportedTicket[], BadRow[]] = [[], []]
  try {
    for (const row of readTicketRows({ text, separator: ',', columns }, origin)) {
      if ('fault' in row) bad.push(row)
      else tickets.push(row)
    }
  } catch (error) {
    throw error instanceof TicketFileError ? new CommandError(fileSentence(error.fault), { cause: error }) : error
  }
  return { tickets, bad }
}

type TicketRow = Awaited<ReturnType<typeof findTicketsAfter>>[number]

/** The first line of a file of tickets. */
export const ticketFileHeader = csvLine(fileColumns)

/** A ticket's line in a file of tickets. */
export function ticketFileLine(ticket: TicketRow): string {
  const { ticketNo, performanceId, seat, amount, code, name, venue, startsAt, endsAt } = ticket
  const names = [name, venue].flatMap((texts) => languages.map((language) => texts[language]))
  const cells = [ticketNo, performanceId, seat, String(amount), code, ...names]
  return csvLine([...cells.map(spreadsheetText), startsAt.toISOString(), endsAt.toISOString()])
}
