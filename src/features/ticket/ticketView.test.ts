import { describe, expect, it } from 'vitest'
import type { StaticContents } from '#contract/content.ts'
import { isLate, ticketView } from './ticketView.ts'

const name = { en: 'Mahler 2', tc: '馬勒第二', sc: '马勒第二' }
const venue = { en: 'Concert Hall', tc: '音樂廳', sc: '音乐厅' }
const contents: Pick<StaticContents, 'performances' | 'bonus_periods'> = {
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
    expect(ticketView(ticket, { kind: 'signed', claims }, contents, null)).toEqual({
      source: 'club',
      concert: { en: 'Mahler: Resurrection', tc: '馬勒：復活', sc: '马勒：复活' },
      venue,
      startsAt: '2026-11-20T12:00:00.000Z',
      seat: 'Stalls A1',
      amount: 380.5,
      points: 400,
      bonuses: [],
      sendBy: null,
    })
  })

  it('come from the code until the server has answered, with one point for each whole dollar', () => {
    expect(ticketView(null, { kind: 'signed', claims }, contents, null)).toEqual({
      source: 'code',
      concert: name,
      venue,
      startsAt: '2026-11-20T12:00:00.000Z',
      seat: 'Stalls A1',
      amount: 380.5,
      points: 380,
      bonuses: [],
      sendBy: null,
    })
  })

  it('say until when a ticket that the server has not seen can be claimed, and whether that is over', () => {
    const performances = contents.performances.map((one) => ({ ...one, claimable_until: '2026-12-20T16:00:00.000Z' }))
    const view = ticketView(null, { kind: 'signed', claims }, { performances }, null)
    expect(view?.sendBy).toBe('2026-12-20T16:00:00.000Z')
    const end = Date.parse('2026-12-20T16:00:00.000Z')
    expect([end - 1, end].map((now) => isLate(view, now))).toEqual([false, true])
    expect(ticketView(ticket, { kind: 'signed', claims }, { performances }, null)?.sendBy).toBeNull()
  })

  it('promise no points for a code whose signature could not be checked here', () => {
    expect(ticketView(null, { kind: 'unchecked', claims }, contents, null)).toMatchObject({
      concert: name,
      points: null,
    })
    expect(ticketView(null, { kind: 'unknown_key', kid: 'next', claims }, contents, null)?.points).toBeNull()
  })

  it('omit the concert if this device has no contents or does not know the performance', () => {
    expect(ticketView(null, { kind: 'signed', claims }, undefined, null)?.concert).toBeNull()
    expect(ticketView(null, { kind: 'unchecked', claims: { ...claims, p: 'new' } }, contents, null)?.concert).toBeNull()
  })

  it('are empty for another outlet’s code, for a forged one and while the code is being read', () => {
    expect(ticketView(null, { kind: 'foreign' }, contents, null)).toBeNull()
    expect(ticketView(null, { kind: 'forged' }, contents, null)).toBeNull()
    expect(ticketView(null, undefined, contents, null)).toBeNull()
  })

  it('promise the bonuses of the concert’s day, also before the server has answered', () => {
    const period = { members: 'all', from: '2026-11-01T00:00:00+08:00', to: '2026-11-30T23:59:59+08:00' }
    const bonus_periods = [
      { ...period, code: 'Scan Thanksgiving', factor: 1.5 },
      { ...period, code: 'Birthday Double Points', factor: 2, members: 'birthday_month' },
    ]
    const promised = (dob: string | null) =>
      ticketView(null, { kind: 'signed', claims }, { ...contents, bonus_periods }, dob)
    const season = { code: 'Scan Thanksgiving', points: 190 }
    expect(promised(null)).toMatchObject({ points: 570, bonuses: [season] })
    expect(promised('1984-11-01')).toMatchObject({
      points: 950,
      bonuses: [season, { code: 'Birthday Double Points', points: 380 }],
    })
  })

  it('name the bonuses that the server has given', () => {
    const bonuses = [{ code: 'Scan Thanksgiving', points: 20 }]
    expect(ticketView({ ...ticket, bonuses }, undefined, contents, null)).toMatchObject({ points: 400, bonuses })
  })
})
