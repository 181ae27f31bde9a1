import { describe, expect, it } from 'vitest'
import { entryStates, refusals } from '#src/outbox/entry.ts'
import {
  brightestOf,
  grouped,
  isWithoutPoints,
  leadsToIntro,
  resultPageOf,
  standingOf,
  standings,
  type Standable,
} from './displayStatus.ts'

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
  it('puts what waits for the member first, keeps the order within a group and loses no scan', () => {
    const [credited, unconfirmed, saved, stuck, expired] = (
      ['credited', 'unconfirmed', 'saved', 'stuck', 'expired'] as const
    ).map((standing) => ({ standing }))
    expect(grouped([credited, unconfirmed, saved, stuck, expired].filter((scan) => scan !== undefined))).toEqual({
      to_do: [unconfirmed, stuck],
      on_the_way: [saved],
      done: [credited, expired],
    })
  })

  it('has a group for every standing', () => {
    const { to_do, on_the_way, done } = grouped(standings.map((standing) => ({ standing })))
    expect(to_do.length + on_the_way.length + done.length).toBe(standings.length)
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

describe('the page that tells what became of scans', () => {
  it('is the preview while one of them waits for the member', () => {
    expect(resultPageOf(['unconfirmed'])).toBe('preview')
    expect(resultPageOf(['credited', 'unconfirmed'])).toBe('preview')
  })

  it('is the success page when one of them gives points, now or later', () => {
    expect(resultPageOf(['credited'])).toBe('success')
    expect(resultPageOf(['pending'])).toBe('success')
    expect(resultPageOf(['saved'])).toBe('success')
    expect(resultPageOf(['invalid', 'credited'])).toBe('success')
  })

  it('is the failure page when none does', () => {
    expect(resultPageOf(['expired'])).toBe('failed')
    expect(resultPageOf(['stuck', 'claimed_by_other'])).toBe('failed')
  })
})

it('leads from a failure to the explanation where no ticket was recognised, else to the scanner', () => {
  expect(leadsToIntro(['invalid'])).toBe(true)
  expect(leadsToIntro(['not_found', 'invalid'])).toBe(true)
  expect(leadsToIntro(['expired'])).toBe(false)
  expect(leadsToIntro(['claimed_before'])).toBe(false)
  expect(leadsToIntro(['not_found', 'claimed_by_other'])).toBe(false)
})

it('lets the success page of several scans speak of the best that came of them', () => {
  expect(brightestOf(['invalid', 'saved', 'pending', 'credited'])).toBe('credited')
  expect(brightestOf(['saved', 'pending'])).toBe('pending')
  expect(brightestOf(['saved', 'expired'])).toBe('saved')
})
