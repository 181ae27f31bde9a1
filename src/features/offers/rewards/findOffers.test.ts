import * as v from 'valibot'
import { expect, test } from 'vitest'
import { EventSummary } from '#contract/spending/events.ts'
import { RewardSummary } from '#contract/spending/rewards.ts'
import { findOffers, lockedIn, matchesSearch } from './findOffers.ts'
import type { RewardSearch } from './search.ts'
import { groupBySection } from './sections.ts'

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

test('Words are found in every language, in any case, character width and order', () => {
  for (const q of ['tote', 'BAG cotton', 'ｔｏｔｅ', '布袋', '乐谱'])
    expect(matchesSearch(tote, { q }, { points: null, now })).toBe(true)
  expect(matchesSearch(tote, { q: 'tote umbrella' }, { points: null, now })).toBe(false)
})

test('The points and tier filters hide rewards that are out of reach', () => {
  expect(matchesSearch(tote, { affordable: '1' }, { points: 799, now })).toBe(false)
  expect(matchesSearch(tote, { affordable: '1' }, { points: 800, now })).toBe(true)
  expect(matchesSearch(tote, { tier: 'Black' }, { points: null, now })).toBe(false)
  expect(matchesSearch(tote, { tier: 'Diamond' }, { points: null, now })).toBe(true)
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

test('Rewards and events are found by their words, counted together, and a section without any is left out', () => {
  const visit = v.parse(EventSummary, {
    id: '9',
    alias: 'visit',
    status: 'active',
    venue: { en: '', tc: '', sc: '' },
    starts_at: null,
    public_registration_start_date: '2026-11-01T04:00:00.000Z',
    name: { en: 'Behind the stage', tc: '後台導賞', sc: '后台导览' },
    short_description: { en: 'With a cotton bag to take home', tc: '', sc: '' },
  })
  const lunch = {
    ...tote,
    id: '2',
    alias: 'lunch',
    redeemed_item_category_id: 8,
    name: { en: 'Lunch', tc: '午餐', sc: '午餐' },
  }
  const sections = groupBySection({ redeemedItemCategories: [], allRedeemedItems: [tote, lunch], events: [visit] }, now)
  const find = (search: RewardSearch) => {
    const { sections: found, count } = findOffers(sections, search, { points: null, now })
    return [found.map(({ code }) => code), count]
  }
  expect(find({})).toEqual([['rewards', 'restaurant', 'events'], 3])
  expect(find({ q: 'cotton' })).toEqual([['rewards', 'events'], 2])
  expect(find({ category: 'restaurant' })).toEqual([['restaurant'], 1])
  expect(find({ category: 'all-rewards' })).toEqual([['rewards', 'restaurant'], 2])
  expect(find({ category: 'events', q: 'cotton' })).toEqual([['events'], 1])
  expect(find({ q: 'nothing of that' })).toEqual([[], 0])
})

test('What a higher tier has is named beside everything, all rewards and its own category, and beside no other search', () => {
  const spa = { ...tote, redeemed_item_category_id: 6, reward_visibility_tiers: ['Gold' as const] }
  const uncategorised = { ...spa, redeemed_item_category_id: null }
  const locked = [spa, uncategorised]
  for (const search of [{}, { category: 'all-rewards' as const }]) expect(lockedIn(locked, search)).toEqual(locked)
  expect(lockedIn(locked, { category: 'lifestyle' })).toEqual([spa])
  for (const search of [{ category: 'restaurant' as const }, { category: 'events' as const }, { q: 'tote' }])
    expect(lockedIn(locked, search)).toEqual([])
})
