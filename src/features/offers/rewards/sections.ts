import type { EventSummary } from '#contract/spending/events.ts'
import { milesAlias, type RewardCategory, type RewardSummary } from '#contract/spending/rewards.ts'
import { type SectionCode, sectionCodes } from './sectionCodes.ts'

/** The category of each section; events have none. Source: specification section 3, reward categories ids. */
const categoryIds: Record<Exclude<SectionCode, 'events'>, number> = {
  rewards: 1,
  'special-offer': 2,
  'all-year-round': 3,
  'arts-and-culture': 4,
  'bookstore-and-cultural-institution': 5,
  lifestyle: 6,
  'music-centre-and-institution': 7,
  restaurant: 8,
}

export type RewardSection =
  | { code: 'events'; events: readonly EventSummary[] }
  | {
      code: Exclude<SectionCode, 'events'>
      category: RewardCategory | null
      rewards: readonly RewardSummary[]
    }

interface Offers {
  redeemedItemCategories: readonly RewardCategory[]
  allRedeemedItems: readonly RewardSummary[]
  events: readonly EventSummary[]
}

/** The category of a section; null for events, and where the club has none of that kind. */
export function categoryOf(code: SectionCode, categories: readonly RewardCategory[]): RewardCategory | null {
  return code === 'events' ? null : (categories.find(({ id }) => id === categoryIds[code]) ?? null)
}

/**
 * Events and rewards by section; empty sections are omitted. A reward without a category, or with an unknown one, goes
 * to `rewards`. The conversion to miles is in no section, because it has its own banner.
 */
export function groupBySection({ redeemedItemCategories, allRedeemedItems, events }: Offers): RewardSection[] {
  const known = new Set(Object.values(categoryIds))
  const sectionIdOf = ({ redeemed_item_category_id: id }: RewardSummary) =>
    id !== null && known.has(id) ? id : categoryIds.rewards
  const items = allRedeemedItems.filter(({ alias }) => alias !== milesAlias)
  return sectionCodes.flatMap((code): RewardSection[] => {
    if (code === 'events') return events.length === 0 ? [] : [{ code, events }]
    const rewards = items.filter((item) => sectionIdOf(item) === categoryIds[code])
    return rewards.length === 0 ? [] : [{ code, category: categoryOf(code, redeemedItemCategories), rewards }]
  })
}
