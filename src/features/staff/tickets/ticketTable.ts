import { type CsvRecord, parseCsv, type Separator, separators } from '#contract/schemas/parseCsv.ts'
import type { FileColumn } from '#contract/staff/ticketFile.ts'

/** How the bytes of a file may be meant, the usual one first. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'big5', 'gb18030'] as const
export type Encoding = (typeof encodings)[number]

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

function fits(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** In UTF-16, every other byte of letters and digits is zero. */
function utf16Of(bytes: Uint8Array): Encoding | null {
  const zeros = [0, 0]
  const head = bytes.subarray(0, 1000)
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) * 5 <= head.length) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** How a file is most likely encoded: by its mark, else by what it can be. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return marked[0]
  const wide = utf16Of(bytes)
  if (wide) return wide
  return (['utf-8', 'big5', 'gb18030'] as const).find((encoding) => fits(bytes, encoding)) ?? 'utf-8'
}

/** The text of a file; what it can't be in this encoding becomes U+FFFD, so that somebody sees it. */
export const decodeFile = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes)

/** Which separator the first line has most of. */
export function guessSeparator(text: string): Separator {
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r|\n/, 1)
  const countOf = (separator: Separator) => line.split(separator).length
  return separators.reduce((best, one) => (countOf(one) > countOf(best) ? one : best))
}

/** What outlets call the columns, and what these pages call them, without spaces and signs. */
const names: Record<FileColumn, readonly string[]> = {
  ticket_no: [
    'ticketno',
    'ticketnumber',
    'ticketid',
    'ticket',
    '門票編號',
    '門票號碼',
    '票號',
    '门票编号',
    '门票号码',
    '票号',
  ],
  performance_id: [
    'performanceid',
    'performancecode',
    'performance',
    'concertid',
    'concertno',
    'concertnumber',
    'concertcode',
    'eventid',
    'eventcode',
    'showid',
    '音樂會編號',
    '音乐会编号',
    '場次編號',
    '場次',
    '節目編號',
    '场次编号',
    '场次',
    '节目编号',
  ],
  seat: ['seat', 'seatno', 'seatnumber', '座位', '座位編號', '座號', '座位编号', '座号'],
  amount: [
    'amount',
    'price',
    'pricepaid',
    'ticketprice',
    'paid',
    'hkd',
    '票價',
    '金額',
    '實付金額',
    '實付票價',
    '票价',
    '金额',
    '实付金额',
    '实付票价',
  ],
  code: ['code', 'qrcode', 'qr', 'barcode', 'qr碼', '條碼', '二維碼', '条码', '二维码'],
  name_en: [
    'nameen',
    'englishname',
    'eventname',
    'performancename',
    'concert',
    'title',
    'titleen',
    '英文名稱',
    '英文名称',
  ],
  name_tc: [
    'nametc',
    'titletc',
    'chinesename',
    'traditionalchinesename',
    '節目名稱',
    '中文名稱',
    '繁體名稱',
    '繁體中文名稱',
    '繁体中文名称',
  ],
  name_sc: [
    'namesc',
    'titlesc',
    'simplifiedchinesename',
    '节目名称',
    '中文名称',
    '简体名称',
    '簡體中文名稱',
    '简体中文名称',
  ],
  venue_en: ['venueen', 'englishvenue', 'venue', 'hall', '英文場地', '英文场地'],
  venue_tc: ['venuetc', 'traditionalchinesevenue', '場地', '場館', '繁體中文場地', '繁体中文场地'],
  venue_sc: ['venuesc', 'simplifiedchinesevenue', '场地', '场馆', '簡體中文場地', '简体中文场地'],
  starts_at: [
    'startsat',
    'start',
    'begins',
    'starttime',
    'performancedate',
    'datetime',
    '開始時間',
    '演出時間',
    '开始时间',
    '演出时间',
  ],
  ends_at: ['endsat', 'end', 'ends', 'endtime', '結束時間', '完場時間', '结束时间'],
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const isColumnOf =
  (name: string) =>
  (entry: [string, readonly string[]]): entry is [FileColumn, readonly string[]] =>
    entry[1].includes(name)

/** What the columns of a file most likely are, each once; null for any other. */
export function guessColumns(header: readonly string[]): (FileColumn | null)[] {
  const guessed: (FileColumn | null)[] = []
  for (const name of header) {
    const [column = null] = Object.entries(names).find(isColumnOf(plain(name))) ?? []
    guessed.push(column !== null && guessed.includes(column) ? null : column)
  }
  return guessed
}

/** A file as a table. */
export interface TicketTable {
  text: string
  separator: Separator
  /** The first line. */
  header: readonly string[]
  /** The others. */
  rows: readonly CsvRecord[]
}

/**
 * Reads a text as a table.
 *
 * @throws CsvError
 */
export function readTable(text: string, separator: Separator): TicketTable {
  const [header, ...rows] = parseCsv(text, separator)
  return { text, separator, header: header?.fields ?? [], rows }
}
