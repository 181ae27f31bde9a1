import { expect, test } from 'vitest'
import type { FileColumn } from '#contract/staff/ticketFile.ts'
import { readTicketRows } from './ticketRows.ts'

const origin = 'https://club.test'
const columns: FileColumn[] = ['ticket_no', 'performance_id', 'seat', 'amount', 'code']
const header = columns.join(',')
const times: FileColumn[] = [
  'name_en',
  'name_tc',
  'name_sc',
  'venue_en',
  'venue_tc',
  'venue_sc',
  'starts_at',
  'ends_at',
]

const rowsOf = (text: string, order: FileColumn[]) =>
  Array.fromAsync(readTicketRows({ text: [text], separator: ',', columns: order }, origin))

test('Columns come in any order, and a code that is an address of the club is that of its ticket', async () => {
  const claims = Buffer.from(JSON.stringify({ t: 'A-1', p: 'x', s: 0, l: '1', a: 5 })).toString('base64url')
  const code = `${Buffer.from('{"alg":"EdDSA","kid":"k"}').toString('base64url')}.${claims}.c2ln`
  const text = `Code,Amount,Seat,Show,Ticket\n${origin}/t#${code},5,1,x,A-1\n`
  const order: FileColumn[] = ['code', 'amount', 'seat', 'performance_id', 'ticket_no']
  expect(await rowsOf(text, order)).toEqual([
    { line: 2, ticketNo: 'A-1', performanceId: 'x', seat: '1', amount: 5, code, performance: null },
  ])
  const other = `${header}\nA-2,x,1,5,${code}`
  expect(await rowsOf(other, columns)).toEqual([{ line: 2, faults: [{ kind: 'code_states_other', ticketNo: 'A-1' }] }])
})

/** When a concert begins and ends by a row, or what is wrong with it. */
async function timesOf(start: string, end: string) {
  const text = `${header},${times.join(',')}\nA-1,x,1,5,,a,b,c,d,e,f,${start},${end}`
  const [row] = await rowsOf(text, [...columns, ...times])
  if (!row || 'faults' in row) return row?.faults
  return [row.performance?.startsAt.toISOString(), row.performance?.endsAt.toISOString()]
}

test('Times are those of Hong Kong, or of the zone that they name; a day that does not exist is none', async () => {
  expect(await timesOf('2026-11-22 20:00', '2026-11-22T22:15:30+08:00')).toEqual([
    '2026-11-22T12:00:00.000Z',
    '2026-11-22T14:15:30.000Z',
  ])
  expect(await timesOf('2026-11-22T12:00:00.000Z', '2026-11-22 20:00')).toEqual([{ kind: 'ends_first' }])
  for (const value of ['2026-02-30 20:00', '22/11/2026 20:00', '2026-11-22', 'soon'])
    expect(await timesOf(value, '2026-11-22 22:00')).toEqual([{ kind: 'time', column: 'starts_at', value }])
})
