/** A record of a CSV file. `line`: where it begins, from 1. */
export interface CsvRecord {
  line: number
  fields: string[]
}

/** Why a text is no CSV: a quote that does not close, or text after a closing one. */
export const csvFaults = ['open_quote', 'text_after_quote'] as const
export type CsvFault = (typeof csvFaults)[number]

const sentences: Record<CsvFault, string> = {
  open_quote: 'a quoted field has no closing quote',
  text_after_quote: 'there is text after a closing quote',
}

/** A text that is no CSV. The message is a sentence that names the line. */
export class CsvError extends Error {
  readonly line: number
  readonly fault: CsvFault

  constructor(line: number, fault: CsvFault) {
    super(`Line ${line}: ${sentences[fault]}.`)
    this.line = line
    this.fault = fault
  }
}

/** What may stand between the fields of a record. */
export const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

interface Field {
  text: string
  /** The index after the field. */
  end: number
}

function quotedField(text: string, start: number, line: number): Field {
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) throw new CsvError(line, 'open_quote')
    if (text[quote + 1] !== '"') return { text: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 }
    from = quote + 2
  }
}

const plainFields: Record<Separator, RegExp> = {
  ',': /[^,\r\n]*/y,
  ';': /[^;\r\n]*/y,
  '\t': /[^\t\r\n]*/y,
  '|': /[^|\r\n]*/y,
}

function plainField(text: string, start: number, separator: Separator): Field {
  const plain = plainFields[separator]
  plain.lastIndex = start
  const [field = ''] = plain.exec(text) ?? []
  return { text: field, end: start + field.length }
}

/**
 * Reads CSV record by record: CRLF or LF, quoted fields with separators, line breaks and doubled quotes; empty lines
 * are left out. Source: RFC 4180.
 *
 * @throws CsvError for a quote that does not close, or text after a closing one
 */
export function* csvRecords(text: string, separator: Separator = ','): Generator<CsvRecord> {
  for (let at = 0, line = 1; at < text.length; line += 1) {
    const record: CsvRecord = { line, fields: [] }
    for (;;) {
      const isQuoted = text[at] === '"'
      const field = isQuoted ? quotedField(text, at, line) : plainField(text, at, separator)
      record.fields.push(field.text)
      if (isQuoted) line += (field.text.match(/\r\n|\r|\n/g) ?? []).length
      at = field.end
      if (text[at] !== separator) break
      at += 1
    }
    const [lineBreak] = /^(?:\r\n|\r|\n|$)/.exec(text.slice(at, at + 2)) ?? []
    if (lineBreak === undefined) throw new CsvError(line, 'text_after_quote')
    at += lineBreak.length
    if (record.fields.length > 1 || record.fields[0] !== '') yield record
  }
}

/** All records of a CSV text. */
export const parseCsv = (text: string, separator?: Separator): CsvRecord[] => [...csvRecords(text, separator)]
