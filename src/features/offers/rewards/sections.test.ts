import * as v from 'valibot'
import { expect, test } from 'vitest'
import { EventSummary } from '#contract/spending/events.ts'
import { milesAlias, RewardSummary } from '#contract/spending/rewards.ts'
import { groupBySection } from './sections.ts'

const reward = (alias: string, category: number | null) =>
  v.parse(RewardSummary, {
    id: alias,
    alias,
    rewardType: 'Item',
    status: 'active',
    points: 100,
    availableQuantityOfRewardItem: 9,
    redeemed_item_category_id: category,
  })
const event = v.parse(EventSummary, {
  id: '1',
  alias: 'open-rehearsal',
  status: 'active',
  public_registration_start_date: '2026-11-20T02:00:00.000Z',
})
const categories = [
  { id: 8, name: { en: 'Restaurants', tc: '', sc: '' } },
  { id: 1, name: { en: 'Rewards', tc: '', sc: '' } },
]

test('Sections have a fixed order, independent of the server’s order; empty ones are hidden', () => {
  const sections = groupBySection({
    redeemedItemCategories: categories,
    allRedeemedItems: [reward('supper', 8), reward('tote', 1), reward('book', 5)],
    events: [event],
  })
  expect(sections.map(({ code }) => code)).toEqual([
    'events',
    'rewards',
    'bookstore-and-cultural-institution',
    'restaurant',
  ])
})

test('Without events there is no events section', () => {
  expect(groupBySection({ redeemedItemCategories: [], allRedeemedItems: [], events: [] })).toEqual([])
})

test('A reward without a category, or with an unknown one, is in the rewards section; miles have their own section', () => {
  const [rewards, ...others] = groupBySection({
    redeemedItemCategories: categories,
    allRedeemedItems: [reward('pin', null), reward('kite', 99), reward(milesAlias, 1)],
    events: [],
  })
  expect(rewards).toMatchObject({ code: 'rewards', rewards: [{ alias: 'pin' }, { alias: 'kite' }] })
  expect(others).toEqual([])
})
