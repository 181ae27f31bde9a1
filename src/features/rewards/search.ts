import * as v from 'valibot'
import { Tier } from '#contract/member/member.ts'
import type { RewardSummary } from '#contract/spending/rewards.ts'
import { matchesAllWords } from '#src/i18n/textSearch.ts'
import { availabilityOf, isUnavailable } from './availability.ts'
import { sectionCodes } from './sectionCodes.ts'

const given = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.fallback(v.optional(schema), undefined))

/** Longer search texts are rejected, in characters. */
const longestSearch = 80

/**
 * The search parameters of the reward list; invalid ones are dropped. `affordable` is `1` to show only rewards that the member's points
 * are enough for, and that can still be redeemed.
 */
export const RewardSearch = v.object({
  q: given(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(longestSearch))),
  category: given(v.picklist(sectionCodes)),
  affordable: given(v.literal('1')),
  tier: given(Tier),
})
export type RewardSearch = v.InferOutput<typeof RewardSearch>

/** Reads the search parameters of the reward list.  Never throws. */
export function readRewardSearch(search: Record<string, unknown>): RewardSearch {
  return v.parse(RewardSearch, search)
}

/** Whether any filter is set. */
export function isFiltered(search: RewardSearch): boolean {
  return Object.values(search).some((value) => value !== undefined)
}

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
  if (search.tier !== undefined && tiers !== null && !tiers.includes(search.tier)) return false
  const isAffordable = points === null || (reward.points <= points && !isUnavailable(availabilityOf(reward, now)))
  if (search.affordable !== undefined && !isAffordable) return false
  return matchesAllWords(search.q, [...Object.values(name), ...Object.values(description)])
}
