import { expect, test } from 'vitest'
import { rowSentence } from './ticketFaults.ts'
import { readTicketFile } from './ticketFile.ts'

const origin = 'https://club.test'
const header = 'ticket_no,performance_id,seat,amount,code'
const read = (text: string) => {
  const { tickets, bad } = readTicketFile(Buffer.from(text), origin)
  return { tickets, bad: bad.map(({ line, fault }) => ({ line, reason: rowSentence(fault) })) }
}

test('A file that is no such CSV is refused with what to do', () => {
  const cases: [string, string][] = [
    [header.replaceAll(',', ';'), 'separated by semicolons, as Excel does'],
    [header.replaceAll(',', '\t'), 'separated by tabs'],
    ['ticket_no,seat,amount', 'the column performance_id is missing'],
    [`${header},price`, 'there is no column "price"'],
    [`${header},seat`, 'the column seat is there twice'],
    ['', 'The file is empty'],
    [`${header}\n"A-1,x`, 'Line 2: a quoted field has no closing quote'],
  ]
  for (const [text, message] of cases) expect(() => read(text)).toThrow(message)
  expect(() => readTicketFile(Buffer.from(`\uFEFF${header}`, 'utf16le'), origin)).toThrow('The file is not in UTF-8')
})

test('Columns come in any order, with a byte order mark, and a code that is an address of the club is that of its ticket', () => {
  const claims = Buffer.from(JSON.stringify({ t: 'A-1', p: 'x', s: 0, l: '1', a: 5 })).toString('base64url')
  const code = `${Buffer.from('{"alg":"EdDSA","kid":"k"}').toString('base64url')}.${claims}.c2ln`
  const { tickets, bad } = read(`\uFEFFCode, Amount ,SEAT,performance_id,ticket_no\n${origin}/t#${code},5,1,x,A-1\n`)
  expect(bad).toEqual([])
  expect(tickets).toEqual([
    { line: 2, ticketNo: 'A-1', performanceId: 'x', seat: '1', amount: 5, code, performance: null },
  ])
  expect(read(`${header}\nA-2,x,1,5,${code}`).bad).toEqual([{ line: 2, reason: 'code is that of ticket A-1' }])
})

test('Times are those of Hong Kong, or of the zone that they name; a day that does not exist is none', () => {
  const names = 'name_en,name_tc,name_sc,venue_en,venue_tc,venue_sc,starts_at,ends_at'
  const timesOf = (start: string, end: string) => {
    const { tickets, bad } = read(`${header},${names}\nA-1,x,1,5,,a,b,c,d,e,f,${start},${end}`)
    const { startsAt, endsAt } = tickets[0]?.performance ?? {}
    return bad[0]?.reason ?? [startsAt?.toISOString(), endsAt?.toISOString()]
  }
  expect(timesOf('2026-11-22 20:00', '2026-11-22T22:15:30+08:00')).toEqual([
    '2026-11-22T12:00:00.000Z',
    '2026-11-22T14:15:30.000Z',
  ])
  expect(timesOf('2026-11-22T12:00:00.000Z', '2026-11-22 20:00')).toBe('ends_at must be after starts_at')
  for (const wrong of ['2026-02-30 20:00', '22/11/2026 20:00', '2026-11-22', 'soon'])
    expect(timesOf(wrong, '2026-11-22 22:00')).toContain('starts_at must be a time such as 2026-11-22 20:00')
})
