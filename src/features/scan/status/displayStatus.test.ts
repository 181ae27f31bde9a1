import { describe, expect, it } from 'vitest'
import { entryStates, refusalReasons } from '#src/outbox/entry.ts'
import { displayStatuses, displayStatusOf, type StatusSource } from './displayStatus.ts'

const ticket = {
  ticket_no: 'CB-1',
  concert_name: 'Mahler 2',
  tc_concert_name: '馬勒第二',
  sc_concert_name: '马勒第二',
  performance_datetime: '2026-11-20T12:00:00.000Z',
  seat: 'A1',
  amount: 380,
  points: 380,
}

function entry(part: Partial<StatusSource>): StatusSource {
  return { state: 'captured', confirmed: false, attempts: 0, reason: null, ticket: null, ...part }
}

describe('a scan without a final answer', () => {
  it('waits for confirmation by the member, then to be sent', () => {
    expect(displayStatusOf(entry({ state: 'captured' }))).toBe('unidentified')
    expect(displayStatusOf(entry({ state: 'scanned' }))).toBe('to_confirm')
    expect(displayStatusOf(entry({ state: 'captured', confirmed: true }))).toBe('queued')
    expect(displayStatusOf(entry({ state: 'scanned', confirmed: true }))).toBe('queued')
  })

  it('is being identified while the page waits for the server', () => {
    expect(displayStatusOf(entry({}), { awaitsAnswer: true })).toBe('identifying')
  })

  it('stays unidentified when the wait has timed out or an attempt has failed', () => {
    expect(displayStatusOf(entry({}), { awaitsAnswer: false })).toBe('unidentified')
    expect(displayStatusOf(entry({ attempts: 1 }), { awaitsAnswer: true })).toBe('unidentified')
  })

  it('needs confirmation once the server knows the ticket, however late', () => {
    expect(displayStatusOf(entry({ state: 'scanned' }), { awaitsAnswer: true })).toBe('to_confirm')
    expect(displayStatusOf(entry({ state: 'scanned', attempts: 2 }), { awaitsAnswer: true })).toBe('to_confirm')
    expect(displayStatusOf(entry({ state: 'scanned' }), { sendingPaused: true })).toBe('to_confirm')
  })

  it('is being claimed after confirmation, and queued if no response comes', () => {
    const confirmed = entry({ state: 'scanned', confirmed: true })
    expect(displayStatusOf(confirmed, { awaitsAnswer: true })).toBe('claiming')
    expect(displayStatusOf(confirmed, { awaitsAnswer: false })).toBe('queued')
    expect(displayStatusOf({ ...confirmed, attempts: 1 }, { awaitsAnswer: true })).toBe('queued')
    expect(displayStatusOf({ ...confirmed, state: 'captured', attempts: 1 }, { awaitsAnswer: true })).toBe('queued')
  })

  it('reports that nothing is sent until the member signs in again', () => {
    expect(displayStatusOf(entry({}), { sendingPaused: true })).toBe('unidentified_paused')
    expect(displayStatusOf(entry({ confirmed: true }), { sendingPaused: true })).toBe('queued_paused')
  })
})

describe('a scan with a final answer', () => {
  it('says that its points were taken back, whatever it was before; one without an answer waits for its own', () => {
    const takenBackTickets = new Set([ticket.ticket_no])
    for (const state of ['credited', 'pending'] as const)
      expect(displayStatusOf(entry({ state, ticket }), { takenBackTickets })).toBe('taken_back')
    const again = entry({ state: 'refused', reason: 'duplicated', ticket })
    expect(displayStatusOf(again, { takenBackTickets })).toBe('taken_back')
    expect(displayStatusOf(entry({ state: 'scanned', ticket }), { takenBackTickets })).toBe('to_confirm')
    expect(displayStatusOf(entry({ state: 'credited', ticket }), { takenBackTickets: new Set() })).toBe('credited')
  })

  it('is pending until the member’s transactions name the ticket', () => {
    const pending = entry({ state: 'pending', ticket })
    expect(displayStatusOf(pending)).toBe('pending')
    expect(displayStatusOf(pending, { paidTickets: new Set(['CB-2']) })).toBe('pending')
    expect(displayStatusOf(pending, { paidTickets: new Set(['CB-1']) })).toBe('credited')
  })

  it('distinguishes a ticket that the member has claimed before from one that another member has claimed', () => {
    expect(displayStatusOf(entry({ state: 'credited', reason: 'duplicated', ticket }))).toBe('claimed_before')
    expect(displayStatusOf(entry({ state: 'refused', reason: 'duplicated' }))).toBe('claimed_by_other')
  })

  it('is of a returned ticket if the server describes the one that it refuses', () => {
    expect(displayStatusOf(entry({ state: 'refused', reason: 'invalid', ticket }))).toBe('returned')
  })

  it('keeps the reason of a refusal, and is invalid if there is none', () => {
    for (const reason of ['invalid', 'not_found', 'expired'] as const) {
      expect(displayStatusOf(entry({ state: 'refused', reason }))).toBe(reason)
    }
    expect(displayStatusOf(entry({ state: 'refused' }))).toBe('invalid')
  })

  it.each(['credited', 'pending', 'refused', 'stuck'] as const)(
    'does not depend on what the page is waiting for, confirmed or not: %s',
    (state) => {
      const alone = displayStatusOf(entry({ state }))
      for (const confirmed of [false, true]) {
        for (const awaitsAnswer of [false, true]) {
          for (const sendingPaused of [false, true]) {
            expect(displayStatusOf(entry({ state, confirmed }), { awaitsAnswer, sendingPaused })).toBe(alone)
          }
        }
      }
    },
  )
})

it('has exactly the statuses that an entry and a page can produce', () => {
  const takenBackTickets = new Set([ticket.ticket_no])
  const derived = new Set<string>()
  const flags = [false, true]
  for (const state of entryStates) {
    for (const confirmed of flags) {
      for (const reason of [null, ...refusalReasons]) {
        for (const known of [null, ticket]) {
          for (const awaitsAnswer of flags) {
            for (const sendingPaused of flags) {
              const source = { state, confirmed, attempts: 0, reason, ticket: known }
              derived.add(displayStatusOf(source, { awaitsAnswer, sendingPaused }))
              derived.add(displayStatusOf(source, { takenBackTickets }))
            }
          }
        }
      }
    }
  }
  expect([...derived].toSorted()).toEqual([...displayStatuses].toSorted())
})
