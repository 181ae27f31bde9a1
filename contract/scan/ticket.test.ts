import { describe, expect, it, test } from 'vitest'
import { canonicalCode, pointsOfTicket, ticketAddress } from './ticket.ts'

test('A ticket gives one point for each whole dollar of its price', () => {
  expect([0, 0.99, 1, 380, 380.5, 1280.99].map(pointsOfTicket)).toEqual([0, 0, 1, 380, 380, 1280])
})

/** A part of a signed ticket. */
const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '')

describe('a ticket that is an address', () => {
  const origin = 'https://club.test'
  const ticket = `${part({ alg: 'EdDSA', kid: 'k' })}.${part({ t: 'T-1' })}.signature`

  it('is the same ticket as its bare form', () => {
    expect(ticketAddress(origin, ticket)).toBe(`https://club.test/t#${ticket}`)
    expect(canonicalCode(ticketAddress(origin, ticket), origin)).toBe(ticket)
    expect(canonicalCode(ticket, origin)).toBe(ticket)
  })

  it.each([
    ['a host in capitals', `HTTPS://CLUB.TEST/t#${ticket}`],
    ['a query', `https://club.test/t?utm_source=mail#${ticket}`],
    ['a slash behind its path', `https://club.test/t/#${ticket}`],
    ['its port', `https://club.test:443/t#${ticket}`],
    ['a line end behind it', `https://club.test/t#${ticket}\r\n`],
  ])('is the same ticket with %s', (_, code) => {
    expect(canonicalCode(code, origin)).toBe(ticket)
  })

  it.each([
    ['another origin', `https://club.example/t#${ticket}`],
    ['a longer host that begins like the club’s', `https://club.test.example/t#${ticket}`],
    ['an origin without encryption', `http://club.test/t#${ticket}`],
    ['a name before the host', `https://club@club.test/t#${ticket}`],
    ['another path', `https://club.test/tickets#${ticket}`],
    ['no ticket', 'https://club.test/t#'],
    ['something else than a ticket', 'https://club.test/t#OUTLET7-1'],
    ['a ticket within an address within an address', `https://club.test/t#https://club.test/t#${ticket}`],
  ])('stays an address with %s', (_, code) => {
    expect(canonicalCode(code, origin)).toBe(code)
  })
})

test.each([
  ['spaces', (code: string) => ` ${code}  `],
  ['line ends', (code: string) => `${code}\r\n`],
  ['tabs and a no-break space', (code: string) => `\t${code}\u00A0`],
  ['a byte-order mark', (code: string) => `\uFEFF${code}`],
])('A code is the same one with %s around it, signed or of an outlet', (_, surround) => {
  const signed = `${part({ alg: 'EdDSA', kid: 'k' })}.${part({ t: 'T-1' })}.signature`
  for (const code of [signed, 'OUTLET7 1']) expect(canonicalCode(surround(code), 'https://club.test')).toBe(code)
})
