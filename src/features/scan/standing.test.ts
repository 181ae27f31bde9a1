import { describe, expect, it } from 'vitest'
import { entryStates, refusals } from '#src/outbox/entry.ts'
import { grouped, isWithoutPoints, standingOf, standings, type Standable } from './standing.ts'

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

function row(part: Partial<Standable>): Standable {
  return { state: 'captured', confirmed: false, reason: null, ticket: null, ...part }
}

describe('where a scan stands', () => {
  it.each(['captured', 'scanned'] as const)('waits for the member until confirmed, then for us: %s', (state) => {
    expect(standingOf(row({ state }))).toBe('unconfirmed')
    expect(standingOf(row({ state, confirmed: true }))).toBe('saved')
  })

  it('is pending until the member’s transactions name the ticket', () => {
    const pending = row({ state: 'pending', ticket })
    expect(standingOf(pending)).toBe('pending')
    expect(standingOf(pending, new Set(['CB-2']))).toBe('pending')
    expect(standingOf(pending, new Set(['CB-1']))).toBe('credited')
  })

  it('tells a ticket that the member has claimed before from one that somebody else has', () => {
    expect(standingOf(row({ state: 'refused', reason: 'duplicated', ticket }))).toBe('claimed_before')
    expect(standingOf(row({ state: 'refused', reason: 'duplicated' }))).toBe('claimed_by_other')
  })

  it('is found for every state, confirmation and reason that a row can have', () => {
    for (const state of entryStates) {
      for (const confirmed of [false, true]) {
        for (const reason of [null, ...refusals]) {
          for (const known of [null, ticket]) {
            expect(standings).toContain(standingOf({ state, confirmed, reason, ticket: known }))
          }
        }
      }
    }
  })
})

describe('the list of scans', () => {
  it('puts what waits for the member first, keeps the order within a group and loses no row', () => {
    const rows = [
      row({ state: 'credited', ticket }),
      row({ state: 'captured' }),
      row({ state: 'captured', confirmed: true }),
      row({ state: 'stuck' }),
      row({ state: 'refused', reason: 'expired' }),
    ]
    expect(grouped(rows)).toEqual({
      to_do: [rows[1], rows[3]],
      on_the_way: [rows[2]],
      done: [rows[0], rows[4]],
    })
  })
})

it('never calls a scan without points that may still bring some', () => {
  expect(standings.filter((standing) => !isWithoutPoints(standing))).toEqual([
    'unconfirmed',
    'saved',
    'credited',
    'pending',
  ])
})
