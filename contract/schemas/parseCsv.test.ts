import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '#contract/schemas/csvLine.ts'
import { CsvError, type CsvRecord, csvRecords, parseCsv, separators } from './parseCsv.ts'

const fieldsOf = (text: string) => parseCsv(text).map(({ fields }) => fields)

test('The cases of RFC 4180 are read as it says', () => {
  const cases: [string, string[][]][] = [
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\r\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['"a","b, c"\r\n', [['a', 'b, c']]],
    ['"say ""hello""",x', [['say "hello"', 'x']]],
    ['"""",""', [['"', '']]],
    ['a,,c,\n', [['a', '', 'c', '']]],
    [' a , b ', [[' a ', ' b ']]],
    [
      '"two\r\nlines",x\r\ny,z',
      [
        ['two\r\nlines', 'x'],
        ['y', 'z'],
      ],
    ],
    ['6" vinyl,x', [['6" vinyl', 'x']]],
    ['\r\na\r\n\r\n\r\nb\r\n', [['a'], ['b']]],
    ['', []],
  ]
  for (const [text, expected] of cases) expect(fieldsOf(text)).toEqual(expected)
})

test('Each record knows the line on which it begins, also after quoted line breaks and empty lines', () => {
  expect(parseCsv('a\r\n"b\nb\r\nb",c\r\n\r\nd').map(({ line }) => line)).toEqual([1, 2, 6])
})

test('A text that is no CSV is refused with the line', () => {
  const cases = [
    ['a\nb\n"c,d\n', new CsvError(3, 'open_quote'), 'Line 3: a quoted field has no closing quote.'],
    ['a\n"b"c,d\n', new CsvError(2, 'text_after_quote'), 'Line 2: there is text after a closing quote.'],
  ] as const
  for (const [text, error, message] of cases) {
    expect(() => parseCsv(text)).toThrow(error)
    expect(error.message).toBe(message)
  }
})

test('Every separator separates', () => {
  for (const separator of separators)
    expect(parseCsv(`a${separator}"b${separator}c"\n1${separator}2`, separator)).toEqual([
      { line: 1, fields: ['a', `b${separator}c`] },
      { line: 2, fields: ['1', '2'] },
    ])
})

/** What is read, or why not. */
const outcomeOf = (read: Promise<unknown>) => read.catch((error: unknown) => error)

async function recordsOf(chunks: readonly string[]): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  for await (const record of csvRecords(chunks, ',')) records.push(record)
  return records
}

test('A text that comes in chunks is read as one that is whole, wherever it is cut', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', '"', ',', '\r', '\n', '樂'), maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(fc.array(text), async (chunks) => {
      const whole = await outcomeOf(Promise.resolve().then(() => parseCsv(chunks.join(''))))
      expect(await outcomeOf(recordsOf(chunks))).toEqual(whole)
    }),
  )
})

test('What is written is read again as it was', () => {
  // A record of one empty field is an empty line.
  const record = fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', '樂') }), { minLength: 2 })
  fc.assert(
    fc.property(fc.array(record), (records) => {
      expect(fieldsOf(records.map((fields) => csvLine(fields)).join(''))).toEqual(records)
    }),
  )
})
