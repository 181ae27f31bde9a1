import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvError, csvLine, parseCsv } from './csv.ts'

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
  expect(() => parseCsv('a\nb\n"c,d\n')).toThrow(new CsvError('Line 3: a quoted field has no closing quote.'))
  expect(() => parseCsv('a\n"b"c,d\n')).toThrow(new CsvError('Line 2: there is text after a closing quote.'))
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
