import { expect, test } from 'vitest'
import { tiers } from '#contract/member/tiers.ts'
import { isRewardVisible } from './rewards.ts'

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

test('Only members of the listed tiers see a reward for some tiers', () => {
  const seenBy = allViewers.filter((viewer) => isRewardVisible({ status: 'active', tiers: ['Red', 'Gold'] }, viewer))
  expect(seenBy).toEqual(['Red', 'Gold'])
  expect(allViewers.filter((viewer) => isRewardVisible({ status: 'active', tiers: [] }, viewer))).toEqual([])
  expect(isRewardVisible({ status: 'inactive', tiers: ['Gold'] }, 'Gold')).toBe(false)
})
