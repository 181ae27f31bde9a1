import { describe, expect, it } from 'vitest'
import type { StaticContents } from '#contract/content.ts'
import { ticketView } from './ticketView.ts'

const name = { en: 'Mahler 2', tc: '馬勒第二', sc: '马勒第二' }
const venue = { en: 'Concert Hall', tc: '音樂廳', sc: '音乐厅' }
const contents: Pick<StaticContents, 'performances'> = {
  performances: [{ id: 'mahler-2', name, venue, starts_at: '2026-11-20T12:00:00.000Z' }],
}
const claims = { t: 'CB-1', p: 'mahler-2', s: Date.parse('2026-11-20T12:00:00.000Z') / 1000, l: 'Stalls A1', a: 380.5 }
const ticket = {
  ticket_no: 'CB-1',
  concert_name: 'Mahler: Resurrection',
  tc_concert_name: '馬勒：復活',
  sc_concert_name: '马勒：复活',
  performance_datetime: '2026-11-20T12:00:00.000Z',
  seat: 'Stalls A1',
  amount: 380.5,
  points: 400,
}

describe('the details of a ticket', () => {
  it('come from the server once it has answered, with the venue from the code', () => {
    expect(ticketView(ticket, { kind: 'signed', claims }, contents)).toEqual({
      source: 'club',
      concert: { en: 'Mahler: Resurrection', tc: '馬勒：復活', sc: '马勒：复活' },
      venue,
      startsAt: '2026-11-20T12:00:00.000Z',
      seat: 'Stalls A1',
      amount: 380.5,
      points: 400,
    })
  })

  it('come from the code until the server has answered, with one point for each whole dollar', () => {
    expect(ticketView(null, { kind: 'signed', claims }, contents)).toEqual({
      source: 'code',
      concert: name,
      venue,
      startsAt: '2026-11-20T12:00:00.000Z',
      seat: 'Stalls A1',
      amount: 380.5,
      points: 380,
    })
  })

  it('promise no points for a code whose signature could not be checked here', () => {
    expect(ticketView(null, { kind: 'unchecked', claims }, contents)).toMatchObject({ concert: name, points: null })
    expect(ticketView(null, { kind: 'unknown_key', kid: 'next', claims }, contents)?.points).toBeNull()
  })

  it('omit the concert if this device has no contents or does not know the performance', () => {
    expect(ticketView(null, { kind: 'signed', claims }, undefined)?.concert).toBeNull()
    expect(ticketView(null, { kind: 'unchecked', claims: { ...claims, p: 'new' } }, contents)?.concert).toBeNull()
  })

  it('are empty for another outlet’s code, for a forged one and while the code is being read', () => {
    expect(ticketView(null, { kind: 'foreign' }, contents)).toBeNull()
    expect(ticketView(null, { kind: 'forged' }, contents)).toBeNull()
    expect(ticketView(null, undefined, contents)).toBeNull()
  })
})
