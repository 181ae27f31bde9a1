import * as v from 'valibot'
import { expect, test } from 'vitest'
import { RewardSummary } from '#contract/spending/rewards.ts'
import { isFiltered, matchesSearch, readRewardSearch } from './search.ts'

const tote = v.parse(RewardSummary, {
  id: '1',
  alias: 'tote',
  rewardType: 'Item',
  status: 'active',
  name: { en: 'Cotton Tote Bag', tc: '棉質布袋', sc: '棉质布袋' },
  short_description: { en: 'For scores and shopping', tc: '盛載樂譜', sc: '装乐谱' },
  points: 800,
  availableQuantityOfRewardItem: 3,
  reward_visibility_tiers: ['Red', 'Gold'],
})

const now = Date.parse('2026-11-25T04:00:00.000Z')

test('An invalid address applies no filter', () => {
  const search = readRewardSearch({ q: '  ', category: 'cars', affordable: 'yes', tier: 'Platinum', page: '2' })
  expect(isFiltered(search)).toBe(false)
})

test('A valid address is read completely, and an invalid one as far as it is valid', () => {
  expect(readRewardSearch({ q: ' bag ', category: 'lifestyle', affordable: '1', tier: 'Red' })).toEqual({
    q: 'bag',
    category: 'lifestyle',
    affordable: '1',
    tier: 'Red',
  })
  expect(readRewardSearch({ category: 'restaurant', tier: '<script>' })).toMatchObject({ category: 'restaurant' })
})

test('Words are found in every language, in any case, character width and order', () => {
  for (const q of ['tote', 'BAG cotton', 'ｔｏｔｅ', '布袋', '乐谱'])
    expect(matchesSearch(tote, { q }, { points: null, now })).toBe(true)
  expect(matchesSearch(tote, { q: 'tote umbrella' }, { points: null, now })).toBe(false)
})

test('The points and tier filters hide rewards that are out of reach', () => {
  expect(matchesSearch(tote, { affordable: '1' }, { points: 799, now })).toBe(false)
  expect(matchesSearch(tote, { affordable: '1' }, { points: 800, now })).toBe(true)
  expect(matchesSearch(tote, { tier: 'Black' }, { points: null, now })).toBe(false)
  expect(matchesSearch({ ...tote, reward_visibility_tiers: null }, { tier: 'Black' }, { points: null, now })).toBe(true)
})

test('A reward that can no longer be redeemed is not among those for which the points are enough', () => {
  const ended = { ...tote, expiry_date: '2026-11-25T04:00:00.000Z' }
  const soldOut = { ...tote, availableQuantityOfRewardItem: 0 }
  for (const reward of [ended, soldOut]) {
    expect(matchesSearch(reward, { affordable: '1' }, { points: 5000, now })).toBe(false)
    expect(matchesSearch(reward, {}, { points: 5000, now })).toBe(true)
  }
})

test('A visitor’s points are unknown, so no reward is hidden by points', () => {
  expect(matchesSearch(tote, { affordable: '1' }, { points: null, now })).toBe(true)
})
