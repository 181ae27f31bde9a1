import { describe, expect, it } from 'vitest'
import { validityOf } from './validity.ts'

const now = Date.UTC(2026, 10, 20)

describe('A membership is valid', () => {
  it('forever if it is Basic, even if an old record has a date', () => {
    expect(validityOf({ membership_tier: 'Black', tier_expiry_date: '2023-08-31' }, now, 'en')).toEqual({
      kind: 'permanent',
    })
  })

  it('until a date in the format of the language', () => {
    const member = { membership_tier: 'Gold', tier_expiry_date: '2027-08-31T15:59:59Z' } as const
    expect(validityOf(member, now, 'en')).toEqual({ kind: 'until', date: '31 Aug 2027' })
    expect(validityOf(member, now, 'tc')).toEqual({ kind: 'until', date: '2027年8月31日' })
  })

  it('no longer after that date', () => {
    const member = { membership_tier: 'Red', tier_expiry_date: '2026-08-31T15:59:59Z' } as const
    expect(validityOf(member, now, 'sc')).toEqual({ kind: 'ended', date: '2026年8月31日' })
  })

  it.each([null, 'soon'])('for an unknown time if the date is %j', (date) => {
    expect(validityOf({ membership_tier: 'Red', tier_expiry_date: date }, now, 'en')).toEqual({ kind: 'unknown' })
  })
})
