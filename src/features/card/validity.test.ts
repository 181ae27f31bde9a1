import { describe, expect, it } from 'vitest'
import { validityOf } from './validity.ts'

const now = Date.UTC(2026, 10, 20)

describe('A membership holds', () => {
  it('for good where it is Basic, whatever date an old record has', () => {
    expect(validityOf({ membership_tier: 'Black', tier_expiry_date: '2023-08-31' }, now, 'en')).toEqual({
      kind: 'permanent',
    })
  })

  it('to a date in the words of the language', () => {
    const member = { membership_tier: 'Gold', tier_expiry_date: '2027-08-31T15:59:59Z' } as const
    expect(validityOf(member, now, 'en')).toEqual({ kind: 'until', date: '31 Aug 2027' })
    expect(validityOf(member, now, 'tc')).toEqual({ kind: 'until', date: '2027年8月31日' })
  })

  it('no more after that', () => {
    const member = { membership_tier: 'Red', tier_expiry_date: '2026-08-31T15:59:59Z' } as const
    expect(validityOf(member, now, 'sc')).toEqual({ kind: 'ended', date: '2026年8月31日' })
  })

  it.each([null, 'soon'])('nobody knows how long where the date is %j', (date) => {
    expect(validityOf({ membership_tier: 'Red', tier_expiry_date: date }, now, 'en')).toEqual({ kind: 'unknown' })
  })
})
