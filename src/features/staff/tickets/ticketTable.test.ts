import { expect, test } from 'vitest'
import type { FileColumn } from '#contract/staff/ticketFile.ts'
import { columnMessages } from './ticketMessages.ts'
import { decodeFile, guessColumns, guessEncoding, guessSeparator, readTable } from './ticketTable.ts'

const text = '門票編號,座位\r\nA-1,堂座 1\r\n'

function utf16(marked: boolean, isBig: boolean): Uint8Array {
  const bytes = Buffer.from((marked ? '\uFEFF' : '') + text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

/** “音樂” in Big5, then a line in ASCII. */
const big5 = Buffer.concat([Buffer.from([0xad, 0xb5, 0xbc, 0xd6]), Buffer.from(',seat\r\nA-1,1\r\n')])

test('A file’s encoding is known by its mark, or by what it can be', () => {
  const ascii = 'ticket_no,seat\nA-1,1\n'
  const cases: [Uint8Array, string, string][] = [
    [Buffer.from(text), 'utf-8', text],
    [Buffer.from(`\uFEFF${text}`), 'utf-8', text],
    [utf16(true, false), 'utf-16le', text],
    [utf16(true, true), 'utf-16be', text],
    [Buffer.from(ascii, 'utf16le'), 'utf-16le', ascii],
    [Buffer.from(ascii, 'utf16le').swap16(), 'utf-16be', ascii],
    [big5, 'big5', '音樂,seat\r\nA-1,1\r\n'],
    [Buffer.from([0x81, 0x30, 0x81, 0x30]), 'gb18030', '\u0080'],
    [new Uint8Array(), 'utf-8', ''],
  ]
  for (const [bytes, encoding, decoded] of cases) {
    expect(guessEncoding(bytes)).toBe(encoding)
    expect(decodeFile(bytes, guessEncoding(bytes))).toBe(decoded)
  }
})

test('The separator is what the first line has most of, outside quotes', () => {
  expect(guessSeparator('a;b;c,d\n1,2,3,4,5')).toBe(';')
  expect(guessSeparator('"a;b;c;d",e')).toBe(',')
  expect(guessSeparator('a\tb')).toBe('\t')
  expect(guessSeparator('a|b|c')).toBe('|')
  expect(guessSeparator('alone')).toBe(',')
})

test('Columns are guessed by what outlets call them, each once', () => {
  expect(guessColumns(['Ticket No.', 'PERFORMANCE_ID', '座位', '票價', 'QR code', 'Ticket', 'Discount'])).toEqual([
    'ticket_no',
    'performance_id',
    'seat',
    'amount',
    'code',
    null,
    null,
  ])
  expect(readTable('a;b\n1;2\n', ';')).toMatchObject({ header: ['a', 'b'], rows: [{ line: 2, fields: ['1', '2'] }] })
})

test('Columns that are called as the pages call them are known', () => {
  const columns = Object.keys(columnMessages)
  const headers = Object.values(columnMessages).map(({ message }) => message ?? '')
  expect(guessColumns(headers)).toEqual(columns)
  const chinese: [string, string, FileColumn][] = [
    ['音樂會編號', '音乐会编号', 'performance_id'],
    ['實付票價', '实付票价', 'amount'],
    ['繁體中文名稱', '繁体中文名称', 'name_tc'],
    ['簡體中文名稱', '简体中文名称', 'name_sc'],
    ['繁體中文場地', '繁体中文场地', 'venue_tc'],
    ['簡體中文場地', '简体中文场地', 'venue_sc'],
  ]
  for (const [traditional, simplified, column] of chinese) {
    expect(guessColumns([traditional])).toEqual([column])
    expect(guessColumns([simplified])).toEqual([column])
  }
})
