import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Tier, tierTable } from '#contract/member/tiers.ts'
import { currentTier, decideTier, endsToAnnounce, hasLapsed, tierEndOf } from './tiers.ts'

const endOf = (moment: string) => tierEndOf(new Date(moment)).toISOString()
const endOf2027 = '2027-08-31T15:59:59.999Z'

test('A tier is valid to the end of 31 August in Hong Kong', () => {
  expect(endOf('2026-11-22T07:00:00Z')).toBe(endOf2027)
  expect(endOf('2027-01-01T00:00:00Z')).toBe(endOf2027)
})

test('A tier given on 31 August ends that midnight in Hong Kong, and one given on 1 September lasts a year', () => {
  expect(endOf('2027-08-31T15:59:59.999Z')).toBe(endOf2027)
  expect(endOf('2027-08-31T16:00:00.000Z')).toBe('2028-08-31T15:59:59.999Z')
  expect(endOf('2026-08-31T15:59:59.999Z')).toBe('2026-08-31T15:59:59.999Z')
  expect(endOf('2026-08-31T16:00:00.000Z')).toBe(endOf2027)
})

test('A leap day moves no end', () => {
  expect(endOf('2028-02-29T15:59:59Z')).toBe('2028-08-31T15:59:59.999Z')
  expect(endOf('2028-02-29T16:00:00Z')).toBe('2028-08-31T15:59:59.999Z')
  expect(endOf('2027-09-01T04:00:00Z')).toBe('2028-08-31T15:59:59.999Z')
})

test('An end lies on 31 August in Hong Kong, at most a year ahead', () => {
  const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (moment) => {
      const end = tierEndOf(moment)
      expect(end.toISOString()).toMatch(/-08-31T15:59:59\.999Z$/)
      expect(end.getTime()).toBeGreaterThanOrEqual(moment.getTime())
      expect(end.getTime() - moment.getTime()).toBeLessThan(366 * 86_400_000)
    }),
  )
})

const red = { tier: 'Red', tierExpiresAt: new Date(endOf2027) } as const

test('A tier lapses to Basic at midnight in Hong Kong, not a moment before', () => {
  expect(hasLapsed(red, new Date(endOf2027))).toBe(false)
  expect(currentTier(red, new Date(endOf2027))).toBe('Red')
  expect(hasLapsed(red, new Date('2027-08-31T16:00:00.000Z'))).toBe(true)
  expect(currentTier(red, new Date('2027-08-31T16:00:00.000Z'))).toBe('Black')
})

test('Basic is permanent, and so is a tier without an end', () => {
  const later = new Date('2099-01-01')
  expect(hasLapsed({ tier: 'Black', tierExpiresAt: new Date(endOf2027) }, later)).toBe(false)
  expect(currentTier({ tier: 'Diamond', tierExpiresAt: null }, later)).toBe('Diamond')
})

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

test('On 1 September a tier that has ended can be had again', () => {
  expect(decideTier(red, 'Red', new Date(endOf2027))).toBe('already_held')
  expect(decideTier(red, 'Red', new Date('2027-08-31T16:00:00Z'))).toBe('given')
  expect(decideTier({ ...red, tier: 'Gold' }, 'Red', new Date('2027-08-31T16:00:00Z'))).toBe('given')
})

test('An upgrade gives 1000 points for Red and 2000 for Gold', () => {
  expect(tierTable.Red.upgradeBonus.points).toBe(1000)
  expect(tierTable.Gold.upgradeBonus.points).toBe(2000)
  expect(tierTable.Diamond.upgradeBonus).toBeNull()
})

test('The end of a tier is announced 30 days ahead', () => {
  expect(endsToAnnounce(new Date('2027-08-01T15:59:59.999Z')).toISOString()).toBe(endOf2027)
})
