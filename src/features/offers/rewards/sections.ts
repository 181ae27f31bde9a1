import type { EventSummary } from '#contract/spending/events.ts'
import { type LockedReward, milesAlias, type RewardCategory, type RewardSummary } from '#contract/spending/rewards.ts'
import { hasBegun, momentsOf, registrationStatusOf } from '#contract/spending/registrationStatus.ts'
import { availabilityOf } from './availability.ts'
import { type SectionCode, sectionCodes } from '#contract/spending/sectionCodes.ts'

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

/** The id of a section's category; null for events. */
export function categoryIdOf(code: SectionCode): number | null {
  return code === 'events' ? null : categoryIds[code]
}

/** The category of a section; null for events, and where the club has none of that kind. */
export function categoryOf(code: SectionCode, categories: readonly RewardCategory[]): RewardCategory | null {
  return categories.find(({ id }) => id === categoryIdOf(code)) ?? null
}

/** What takes place on a known day comes first, in the order of the days. */
function byDay({ starts_at: one }: EventSummary, { starts_at: other }: EventSummary): number {
  const [first, second] = [one, other].map((day) => (day === null ? Infinity : Date.parse(day)))
  return first === second ? 0 : (first ?? 0) - (second ?? 0)
}

/** Whether an event is over: it has begun, or, without a day, nobody can register any longer. */
function isOver(event: EventSummary, now: number): boolean {
  if (event.starts_at !== null) return hasBegun(event, now)
  return registrationStatusOf(event, null, now) === 'public-expired'
}

/**
 * Events, by day, and rewards by section, without what is over; empty sections are omitted. A reward without a
 * category, or with an unknown one, goes to `rewards`. The conversion to miles is in no section, because it has its own
 * banner.
 */
export function groupBySection(
  { redeemedItemCategories, allRedeemedItems, events: published }: Offers,
  now: number,
): RewardSection[] {
  const events = published.filter((event) => !isOver(event, now)).toSorted(byDay)
  const known = new Set(Object.values(categoryIds))
  const sectionIdOf = ({ redeemed_item_category_id: id }: RewardSummary) =>
    id !== null && known.has(id) ? id : categoryIds.rewards
  const items = allRedeemedItems.filter(
    (item) => item.alias !== milesAlias && availabilityOf(item, now).kind !== 'ended',
  )
  return sectionCodes.flatMap((code): RewardSection[] => {
    if (code === 'events') return events.length === 0 ? [] : [{ code, events }]
    const rewards = items.filter((item) => sectionIdOf(item) === categoryIds[code])
    return rewards.length === 0 ? [] : [{ code, category: categoryOf(code, redeemedItemCategories), rewards }]
  })
}

/** When what can be done about the offers changes. */
export function momentsOfOffers({
  allRedeemedItems,
  lockedRewards,
  events,
}: Offers & { lockedRewards: readonly LockedReward[] }): (string | null)[] {
  const ends = [...allRedeemedItems, ...lockedRewards].map(({ expiry_date: end }) => end)
  return [...ends, ...events.flatMap(momentsOf)]
}
