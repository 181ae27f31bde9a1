/** A record of a CSV file. `line`: where it begins, from 1. */
export interface CsvRecord {
  line: number
  fields: string[]
}

/** A text that is no CSV. The message is a sentence that names the line. */
export class CsvError extends Error {}

interface Field {
  text: string
  /** The index after the field. */
  end: number
}

function quotedField(text: string, start: number, line: number): Field {
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) throw new CsvError(`Line ${line}: a quoted field has no closing quote.`)
    if (text[quote + 1] !== '"') return { text: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 }
    from = quote + 2
  }
}

function plainField(text: string, start: number): Field {
  const plain = /[^,\r\n]*/y
  plain.lastIndex = start
  const [field = ''] = plain.exec(text) ?? []
  return { text: field, end: start + field.length }
}

/**
 * Reads CSV: commas, CRLF or LF, quoted fields with commas, line breaks and doubled quotes; empty lines are left out.
 * Source: RFC 4180.
 *
 * @throws CsvError for a quote that does not close, or text after a closing one
 */
export function parseCsv(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  for (let at = 0, line = 1; at < text.length; line += 1) {
    const record: CsvRecord = { line, fields: [] }
    for (;;) {
      const isQuoted = text[at] === '"'
      const field = isQuoted ? quotedField(text, at, line) : plainField(text, at)
      record.fields.push(field.text)
      if (isQuoted) line += (field.text.match(/\r\n|\r|\n/g) ?? []).length
      at = field.end
      if (text[at] !== ',') break
      at += 1
    }
    const [lineBreak] = /^(?:\r\n|\r|\n|$)/.exec(text.slice(at, at + 2)) ?? []
    if (lineBreak === undefined) throw new CsvError(`Line ${line}: there is text after a closing quote.`)
    at += lineBreak.length
    if (record.fields.length > 1 || record.fields[0] !== '') records.push(record)
  }
  return records
}

/** A line of CSV with its line break. Source: RFC 4180. */
export function csvLine(fields: readonly (string | number)[]): string {
  const cells = fields.map((field) => {
    const cell = String(field)
    return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  })
  return `${cells.join(',')}\r\n`
}
