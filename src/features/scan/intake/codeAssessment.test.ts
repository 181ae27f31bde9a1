import { describe, expect, it } from 'vitest'
import { assessCode, type CodeAssessment } from './codeAssessment.ts'

const claims = { t: 'T-1', p: 'mahler-2', s: 1_800_000_000, l: 'Stalls A1', a: 380 }
const accept: CodeAssessment = { kind: 'accept' }

describe('a code that parses as one of the club’s tickets', () => {
  it('is accepted if its signature is valid', () => {
    expect(assessCode('a.b.c', { kind: 'signed', claims })).toEqual(accept)
  })

  it('is accepted if this device does not know its key, because the key may be newer than the local copy', () => {
    expect(assessCode('a.b.c', { kind: 'unknown_key', kid: 'next', claims })).toEqual(accept)
  })

  it('is accepted if this browser cannot check signatures', () => {
    expect(assessCode('a.b.c', { kind: 'unchecked', claims })).toEqual(accept)
  })

  it('needs the member’s decision if its signature is invalid', () => {
    expect(assessCode('a.b.c', { kind: 'forged' })).toEqual({ kind: 'ask', suspicion: 'forged' })
  })
})

describe('a code of another kind', () => {
  it.each([
    ['https://example.com/tickets/12', 'web_address'],
    ['HTTP://EXAMPLE.COM', 'web_address'],
    ['www.example.com', 'web_address'],
    ['WIFI:T:WPA;S:Foyer;P:secret;;', 'wifi'],
    ['BEGIN:VCARD\nVERSION:3.0\nFN:Chan Tai Man\nEND:VCARD', 'contact'],
    ['MECARD:N:Chan;TEL:21234567;;', 'contact'],
    ['BEGIN:VCALENDAR\nVERSION:2.0', 'calendar'],
    ['mailto:hello@example.com', 'message'],
    ['tel:+85221234567', 'message'],
    ['00020101021226330012hk.com.hkicl', 'payment'],
    ['CB100004', 'membership_card'],
    ['ABCD-2345-WXYZ', 'voucher'],
    ['TICKET\u0000', 'control_characters'],
    ['\u001BA\u0007', 'control_characters'],
  ])('needs the member’s decision if it is clearly no ticket: %s', (code, suspicion) => {
    expect(assessCode(code, { kind: 'foreign' })).toEqual({ kind: 'ask', suspicion })
  })

  it.each([
    'URBTIX-8842-1177-20',
    'CB-1',
    'CB12',
    'ABCD-2345',
    'ABCD-2345-WXYZ-2345',
    '9234871209384712',
    '🎫',
    'Symphony no. 5, seat A1',
    'urn:ticket:5',
    'telescope',
    'xhttps://a.b',
    '0101234\u001D21ABC\u001E',
    'CB-1\r\n',
  ])('is accepted if it may be another outlet’s ticket: %s', (code) => {
    expect(assessCode(code, { kind: 'foreign' })).toEqual(accept)
  })
})
