import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimEligibility, decideScan, statusOfUnknownCode, type TicketState } from './scan.ts'

const endsAt = new Date('2026-11-20T14:00:00Z')
const settledAt = new Date('2026-11-20T15:00:00Z')
const now = new Date('2026-11-25T04:00:00Z')
const free: TicketState = { endsAt, settledAt, claim: null, seenAt: null, returnedAt: null }

function outcome(call: 'scan-ticket' | 'verify-ticket', ticket: TicketState, at = now) {
  return decideScan(call, claimEligibility(ticket, 'me', at, 30))
}

test('A free ticket of a settled performance is found, and gives its points on confirmation', () => {
  expect(outcome('scan-ticket', free)).toEqual({ status: 'found', claim: 'none', showsTicket: true })
  expect(outcome('verify-ticket', free)).toEqual({ status: 'success', claim: 'credited', showsTicket: true })
})

test('A ticket whose performance is not settled is claimed at once, by either call', () => {
  const unsettled = { ...free, settledAt: null }
  expect(outcome('scan-ticket', unsettled)).toEqual({ status: 'pending', claim: 'pending', showsTicket: true })
  expect(outcome('verify-ticket', unsettled)).toEqual({ status: 'pending', claim: 'pending', showsTicket: true })
})

test('A returned ticket can be claimed neither before settlement nor after it, nor by whoever scanned it in time', () => {
  const returned = { ...free, returnedAt: now }
  for (const ticket of [returned, { ...returned, settledAt: null }, { ...returned, seenAt: settledAt }])
    for (const call of ['scan-ticket', 'verify-ticket'] as const)
      expect(outcome(call, ticket)).toEqual({ status: 'invalid', claim: 'none', showsTicket: true })
})

const claimed = (memberId: string, credited: boolean) => ({ ...free, claim: { memberId, credited } })

test("Members see their own claim, and not another member's claim", () => {
  for (const call of ['scan-ticket', 'verify-ticket'] as const) {
    expect(outcome(call, claimed('me', true))).toEqual({ status: 'duplicated', claim: 'none', showsTicket: true })
    expect(outcome(call, claimed('me', false))).toEqual({ status: 'pending', claim: 'none', showsTicket: true })
    expect(outcome(call, claimed('her', true))).toEqual({ status: 'duplicated', claim: 'none', showsTicket: false })
    expect(outcome(call, claimed('her', false))).toEqual({ status: 'duplicated', claim: 'none', showsTicket: false })
  }
})

test('A ticket that the server saw in time can be claimed later; its code alone, scanned later by others, cannot', () => {
  const [day29, day31] = [new Date('2026-12-19T04:00:00Z'), new Date('2026-12-21T04:00:00Z')]
  const seen = { ...free, seenAt: day29 }
  expect(outcome('verify-ticket', seen, day31)).toEqual({ status: 'success', claim: 'credited', showsTicket: true })
  expect(outcome('scan-ticket', seen, day31).status).toBe('found')
  expect(outcome('scan-ticket', free, day31)).toEqual({ status: 'expired', claim: 'none', showsTicket: false })
})

test('A ticket can be claimed until the 30th day after the performance ends, in Hong Kong', () => {
  const lastMoment = new Date('2026-12-20T15:59:59Z')
  expect(outcome('verify-ticket', free, lastMoment).status).toBe('success')
  expect(outcome('verify-ticket', free, new Date('2026-12-20T16:00:00Z')).status).toBe('expired')
  expect(outcome('scan-ticket', { ...free, settledAt: null }, new Date('2026-12-21T00:00:00Z')).status).toBe('expired')
})

test('A claim that was made in time stays valid after the window has closed', () => {
  const late = new Date('2027-06-01T00:00:00Z')
  expect(outcome('scan-ticket', { ...free, claim: { memberId: 'me', credited: false } }, late).status).toBe('pending')
})

test('A ticket is never claimed twice, and a claimed ticket is shown only to its owner', () => {
  const ticket = fc.record({
    endsAt: fc.constantFrom(endsAt, new Date('2026-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')),
    settledAt: fc.constantFrom(null, settledAt),
    claim: fc.option(fc.record({ memberId: fc.constantFrom('me', 'her'), credited: fc.boolean() })),
    seenAt: fc.constantFrom(null, settledAt),
    returnedAt: fc.constantFrom(null, settledAt),
  })
  fc.assert(
    fc.property(ticket, fc.constantFrom('scan-ticket' as const, 'verify-ticket' as const), (state, call) => {
      const decision = outcome(call, state)
      expect(state.claim !== null && decision.claim !== 'none').toBe(false)
      expect(state.claim?.memberId === 'her' && decision.showsTicket).toBe(false)
      expect(decision.status === 'success').toBe(decision.claim === 'credited')
    }),
  )
})

const at = (day: string) => ({ now: new Date(`${day}T12:00:00Z`), claimWindowDays: 30 })

test('An unknown code is invalid if it is a forged ticket or malformed, and otherwise not found', () => {
  const concert = new Date('2026-12-01T12:00:00Z')
  const claims = { t: 'T1', p: 'spring', s: concert.getTime() / 1000, l: 'A1', a: 300 }
  const today = at('2026-12-02')
  expect(statusOfUnknownCode('a.b.c', { kind: 'forged' }, today)).toBe('invalid')
  expect(statusOfUnknownCode('a.b.c', { kind: 'unknown_key', kid: 'k', claims }, today)).toBe('invalid')
  expect(statusOfUnknownCode('OUTLET7-1', { kind: 'foreign' }, today)).toBe('not_found')
  expect(statusOfUnknownCode('https://example.com', { kind: 'foreign' }, today)).toBe('invalid')
  const signed = { kind: 'signed', claims } as const
  expect(statusOfUnknownCode('a.b.c', signed, today)).toBe('not_found')
  expect(statusOfUnknownCode('a.b.c', signed, at('2027-01-01'))).toBe('not_found')
  // Nobody could claim it any more, if it came.
  expect(statusOfUnknownCode('a.b.c', signed, at('2027-01-02'))).toBe('expired')
})
