/** A record of a CSV file. `line`: where it begins, from 1. */
export interface CsvRecord {
  line: number
  fields: string[]
}

/** Why a text is no CSV: a quote that does not close, or text after a closing one. */
export const csvFaults = ['open_quote', 'text_after_quote'] as const
type CsvFault = (typeof csvFaults)[number]

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

/** null where the closing quote is missing. */
function quotedField(text: string, start: number): Field | null {
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return null
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

/** Where a record begins. `at`: its index in the text; `line`: from 1. */
interface Place {
  at: number
  line: number
}

/**
 * Reads the records of a text that begins at a line of its file, and returns where it has come to: to the end; or, of a
 * text that goes on, to a record that may go on as well.
 */
function* readRecords(
  text: string,
  separator: Separator,
  { from, goesOn }: { from: number; goesOn: boolean },
): Generator<CsvRecord, Place> {
  let place: Place = { at: 0, line: from }
  while (place.at < text.length) {
    let { at, line } = place
    const record: CsvRecord = { line, fields: [] }
    for (;;) {
      const isQuoted = text[at] === '"'
      const field = isQuoted ? quotedField(text, at) : plainField(text, at, separator)
      if (field === null && goesOn) return place
      if (field === null) throw new CsvError(line, 'open_quote')
      record.fields.push(field.text)
      if (isQuoted) line += (field.text.match(/\r\n|\r|\n/g) ?? []).length
      at = field.end
      if (text[at] !== separator) break
      at += 1
    }
    const [lineBreak] = /^(?:\r\n|\r|\n|$)/.exec(text.slice(at, at + 2)) ?? []
    if (lineBreak === undefined) throw new CsvError(line, 'text_after_quote')
    at += lineBreak.length
    if (goesOn && at === text.length) return place
    place = { at, line: line + 1 }
    if (record.fields.length > 1 || record.fields[0] !== '') yield record
  }
  return place
}

/**
 * Reads CSV record by record: CRLF or LF, quoted fields with separators, line breaks and doubled quotes; empty lines
 * are left out. Source: RFC 4180.
 *
 * @param chunks the text, cut anywhere; no more than a chunk and a record of it is held at once
 * @throws CsvError for a quote that does not close, or text after a closing one
 */
export async function* csvRecords(
  chunks: AsyncIterable<string> | Iterable<string>,
  separator: Separator,
): AsyncGenerator<CsvRecord> {
  let [rest, from, due] = ['', 1, 0]
  for await (const chunk of chunks) {
    rest += chunk
    // A long record is looked at again once there is twice as much of it: looking costs no more than reading.
    if (rest.length < due) continue
    const { at, line } = yield* readRecords(rest, separator, { from, goesOn: true })
    rest = rest.slice(at)
    from = line
    due = 2 * rest.length
  }
  yield* readRecords(rest, separator, { from, goesOn: false })
}

/** All records of a CSV text. Throws as `csvRecords` does. */
export const parseCsv = (text: string, separator: Separator = ','): CsvRecord[] => [
  ...readRecords(text, separator, { from: 1, goesOn: false }),
]
