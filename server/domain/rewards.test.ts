import { expect, test } from 'vitest'
import { tiers } from '#contract/member.ts'
import { availableQuantity, isRewardVisible } from './rewards.ts'

const everybody = [null, ...tiers]

test('Active and draft rewards are seen by everybody, inactive ones by nobody', () => {
  for (const viewer of everybody) {
    expect(isRewardVisible({ status: 'active', tiers: null }, viewer)).toBe(true)
    expect(isRewardVisible({ status: 'draft', tiers: null }, viewer)).toBe(true)
    expect(isRewardVisible({ status: 'inactive', tiers: null }, viewer)).toBe(false)
    expect(isRewardVisible({ status: 'anything else', tiers: null }, viewer)).toBe(false)
  }
})

test('A reward for some tiers is seen by their members alone', () => {
  const seenBy = everybody.filter((viewer) => isRewardVisible({ status: 'active', tiers: ['Red', 'Gold'] }, viewer))
  expect(seenBy).toEqual(['Red', 'Gold'])
  expect(everybody.filter((viewer) => isRewardVisible({ status: 'active', tiers: [] }, viewer))).toEqual([])
  expect(isRewardVisible({ status: 'inactive', tiers: ['Gold'] }, 'Gold')).toBe(false)
})

test('What is available is never less than nothing', () => {
  expect([3, 0, -1].map(availableQuantity)).toEqual([3, 0, 0])
})
