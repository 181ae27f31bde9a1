import { isOpenTo } from '#contract/member/tiers.ts'
import type { LockedReward, RewardSummary } from '#contract/spending/rewards.ts'
import { matchesAllWords } from '#src/i18n/textSearch.ts'
import { availabilityOf, isUnavailable } from './availability.ts'
import { isFiltered, type RewardSearch } from './search.ts'
import { allRewards } from '#contract/spending/sectionCodes.ts'
import { categoryIdOf, type RewardSection } from './sections.ts'

/** Who searches, and when. */
export interface Searcher {
  /** The member's points; null for a visitor, who can afford any reward. */
  points: number | null
  /** In milliseconds since 1970. */
  now: number
}

/** Whether a reward passes the filters. The text is searched in all three languages. */
export function matchesSearch(reward: RewardSummary, search: RewardSearch, { points, now }: Searcher): boolean {
  const { name, short_description: description, reward_visibility_tiers: tiers } = reward
  if (search.tier !== undefined && !isOpenTo(tiers, search.tier)) return false
  const isAffordable = points === null || (reward.points <= points && !isUnavailable(availabilityOf(reward, now)))
  if (search.affordable !== undefined && !isAffordable) return false
  return matchesAllWords(search.q, [...Object.values(name), ...Object.values(description)])
}

/** What a search finds. */
export interface Found {
  /** The sections with what passes the filters, without those where nothing does. */
  sections: readonly RewardSection[]
  /** Of rewards and events. */
  count: number
}

/** Filters the sections. Events cost no points, and are open to every tier. */
export function findOffers(sections: readonly RewardSection[], search: RewardSearch, searcher: Searcher): Found {
  let count = 0
  const found = sections.flatMap((section): RewardSection[] => {
    const isWanted = section.code === search.category || (search.category === allRewards && section.code !== 'events')
    if (search.category !== undefined && !isWanted) return []
    if (section.code === 'events') {
      const events = section.events.filter(({ name, short_description: description }) =>
        matchesAllWords(search.q, [...Object.values(name), ...Object.values(description)]),
      )
      count += events.length
      return events.length === 0 ? [] : [{ ...section, events }]
    }
    const rewards = section.rewards.filter((reward) => matchesSearch(reward, search, searcher))
    count += rewards.length
    return rewards.length === 0 ? [] : [{ ...section, rewards }]
  })
  return { sections: found, count }
}

/** What a higher tier has of what is looked at: of everything, of all rewards, or of a category. */
export function lockedIn(locked: readonly LockedReward[], search: RewardSearch): readonly LockedReward[] {
  const { category, ...others } = search
  if (isFiltered(others)) return []
  if (category === undefined || category === allRewards) return locked
  return locked.filter(({ redeemed_item_category_id: id }) => id !== null && id === categoryIdOf(category))
}
