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
const now = Date.parse('2026-11-25T04:00:00.000Z')
const categories = [
  { id: 8, name: { en: 'Restaurants', tc: '', sc: '' } },
  { id: 1, name: { en: 'Rewards', tc: '', sc: '' } },
]

test('Sections have a fixed order, independent of the server’s order; empty ones are hidden', () => {
  const sections = groupBySection(
    {
      redeemedItemCategories: categories,
      allRedeemedItems: [reward('supper', 8), reward('tote', 1), reward('book', 5)],
      events: [event],
    },
    now,
  )
  expect(sections.map(({ code }) => code)).toEqual([
    'rewards',
    'bookstore-and-cultural-institution',
    'restaurant',
    'events',
  ])
})

test('Without events there is no events section', () => {
  expect(groupBySection({ redeemedItemCategories: [], allRedeemedItems: [], events: [] }, now)).toEqual([])
})

test('A reward without a category, or with an unknown one, is in the rewards section; miles have their own section', () => {
  const [rewards, ...others] = groupBySection(
    {
      redeemedItemCategories: categories,
      allRedeemedItems: [reward('pin', null), reward('kite', 99), reward(milesAlias, 1)],
      events: [],
    },
    now,
  )
  expect(rewards).toMatchObject({ code: 'rewards', rewards: [{ alias: 'pin' }, { alias: 'kite' }] })
  expect(others).toEqual([])
})

const on = (alias: string, startsAt: string | null, expiry: string | null = null) => ({
  ...event,
  alias,
  starts_at: startsAt,
  event_expiry_date: expiry,
})

test('Events come by their day, and what is over comes not at all', () => {
  const poster = { ...reward('poster', 1), expiry_date: '2026-11-25T04:00:00.000Z' }
  const [rewards, events] = groupBySection(
    {
      redeemedItemCategories: categories,
      allRedeemedItems: [poster, reward('tote', 1)],
      events: [
        on('some day', null),
        on('late', '2026-12-28T11:00:00.000Z'),
        on('soon', '2026-12-01T02:30:00.000Z', '2026-11-24T10:00:00.000Z'),
        on('past', '2026-11-25T04:00:00.000Z'),
        on('closed on some day', null, '2026-11-24T10:00:00.000Z'),
      ],
    },
    now,
  )
  expect(events).toMatchObject({ events: [{ alias: 'soon' }, { alias: 'late' }, { alias: 'some day' }] })
  expect(rewards).toMatchObject({ rewards: [{ alias: 'tote' }] })
})
