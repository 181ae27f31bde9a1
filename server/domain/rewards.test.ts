import { expect, test } from 'vitest'
import { tiers } from '#contract/member/tiers.ts'
import { isRewardLocked, isRewardVisible } from './rewards.ts'

const allViewers = [null, ...tiers]

test('Every visitor sees active, draft and public rewards, and no visitor sees inactive or hidden ones', () => {
  for (const viewer of allViewers) {
    expect(isRewardVisible({ status: 'active', tiers: null }, viewer)).toBe(true)
    expect(isRewardVisible({ status: 'draft', tiers: null }, viewer)).toBe(true)
    expect(isRewardVisible({ status: 'public', tiers: null }, viewer)).toBe(true)
    expect(isRewardVisible({ status: 'inactive', tiers: null }, viewer)).toBe(false)
    expect(isRewardVisible({ status: 'hidden', tiers: null }, viewer)).toBe(false)
    expect(isRewardVisible({ status: 'anything else', tiers: null }, viewer)).toBe(false)
  }
})

const seenBy = (limited: readonly (typeof tiers)[number][]) =>
  allViewers.filter((viewer) => isRewardVisible({ status: 'active', tiers: limited }, viewer))

test('Only members of the listed tiers see a reward for some tiers, and Diamond what is for Gold', () => {
  expect(seenBy(['Red', 'Gold'])).toEqual(['Red', 'Gold', 'Diamond'])
  expect(seenBy(['Gold'])).toEqual(['Gold', 'Diamond'])
  expect(seenBy(['Red'])).toEqual(['Red'])
  expect(seenBy(['Diamond'])).toEqual(['Diamond'])
  expect(seenBy([])).toEqual([])
  expect(isRewardVisible({ status: 'inactive', tiers: ['Gold'] }, 'Gold')).toBe(false)
})

const lockedFor = (limited: readonly (typeof tiers)[number][]) =>
  allViewers.filter((viewer) => isRewardLocked({ status: 'active', tiers: limited }, viewer))

test('A reward is locked for those below the tiers that see it, and for nobody else', () => {
  expect(lockedFor(['Red', 'Gold', 'Diamond'])).toEqual([null, 'Black'])
  expect(lockedFor(['Gold', 'Diamond'])).toEqual([null, 'Black', 'Red'])
  expect(lockedFor(['Red'])).toEqual([null, 'Black'])
  expect(lockedFor([])).toEqual([])
  expect(isRewardLocked({ status: 'active', tiers: null }, null)).toBe(false)
  expect(isRewardLocked({ status: 'inactive', tiers: ['Gold'] }, null)).toBe(false)
})
