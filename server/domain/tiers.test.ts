import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Tier, tierTable } from '#contract/member/tiers.ts'
import { tierEndOf } from '#contract/member/renewal.ts'
import { decideTier, endsToAnnounce } from './tiers.ts'

const endOf = (moment: string) => tierEndOf(new Date(moment)).toISOString()
const endOf2027 = '2027-08-31T15:59:59.999Z'

test('A tier is valid to the end of 31 August in Hong Kong', () => {
  expect(endOf('2026-11-22T07:00:00Z')).toBe(endOf2027)
  expect(endOf('2027-01-01T00:00:00Z')).toBe(endOf2027)
})

test('A tier that begins on or after 1 July is valid to 31 August of the next year: nobody pays a year for weeks', () => {
  expect(endOf('2027-06-30T15:59:59.999Z')).toBe(endOf2027)
  expect(endOf('2027-06-30T16:00:00.000Z')).toBe('2028-08-31T15:59:59.999Z')
  expect(endOf('2027-08-31T15:59:59.999Z')).toBe('2028-08-31T15:59:59.999Z')
  expect(endOf('2027-08-31T16:00:00.000Z')).toBe('2028-08-31T15:59:59.999Z')
  expect(endOf('2026-08-31T16:00:00.000Z')).toBe(endOf2027)
})

test('A leap day moves no end', () => {
  expect(endOf('2028-02-29T15:59:59Z')).toBe('2028-08-31T15:59:59.999Z')
  expect(endOf('2028-02-29T16:00:00Z')).toBe('2028-08-31T15:59:59.999Z')
  expect(endOf('2027-09-01T04:00:00Z')).toBe('2028-08-31T15:59:59.999Z')
})

test('An end lies on 31 August in Hong Kong, two to fourteen months ahead', () => {
  const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (moment) => {
      const end = tierEndOf(moment)
      expect(end.toISOString()).toMatch(/-08-31T15:59:59\.999Z$/)
      expect(end.getTime()).toBeGreaterThan(moment.getTime() + 61 * 86_400_000)
      expect(end.getTime() - moment.getTime()).toBeLessThan(428 * 86_400_000)
    }),
  )
})

const red = { tier: 'Red', tierExpiresAt: new Date(endOf2027) } as const

test('Whoever has a tier gets a higher one, the same one not again, and a lower one in no way', () => {
  const now = new Date('2026-11-22T07:00:00Z')
  const decided = (tier: Tier) => {
    const holder = { tier, tierExpiresAt: tierEndOf(now) }
    return [decideTier(holder, 'Red', now), decideTier(holder, 'Gold', now), decideTier(holder, 'Diamond', now)]
  }
  expect(decided('Black')).toEqual(['given', 'given', 'given'])
  expect(decided('Red')).toEqual(['already_held', 'given', 'given'])
  expect(decided('Gold')).toEqual(['invalid_tier', 'already_held', 'given'])
  expect(decided('Diamond')).toEqual(['invalid_tier', 'invalid_tier', 'already_held'])
})

test('From 1 July on, the same tier can be had for the next year, once', () => {
  expect(decideTier(red, 'Red', new Date('2027-06-30T15:59:59.999Z'))).toBe('already_held')
  const inJuly = new Date('2027-06-30T16:00:00.000Z')
  expect(decideTier(red, 'Red', inJuly)).toBe('given')
  expect(decideTier({ tier: 'Red', tierExpiresAt: tierEndOf(inJuly) }, 'Red', inJuly)).toBe('already_held')
  expect(decideTier({ ...red, tier: 'Gold' }, 'Red', inJuly)).toBe('invalid_tier')
})

test('An upgrade gives 1000 points for Red and 2000 for Gold', () => {
  expect(tierTable.Red.upgradeBonus.points).toBe(1000)
  expect(tierTable.Gold.upgradeBonus.points).toBe(2000)
  expect(tierTable.Diamond.upgradeBonus).toBeNull()
})

test('A change of the tier is announced 60 and 14 days ahead', () => {
  expect(endsToAnnounce(new Date('2027-07-02T15:59:59.999Z'), 60).toISOString()).toBe(endOf2027)
  expect(endsToAnnounce(new Date('2027-08-17T15:59:59.999Z'), 14).toISOString()).toBe(endOf2027)
})
