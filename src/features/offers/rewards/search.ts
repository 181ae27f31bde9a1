import * as v from 'valibot'
import { Tier } from '#contract/member/tiers.ts'
import type { ListFilter } from '#contract/pages.ts'
import { allRewards, sectionCodes } from '#contract/spending/sectionCodes.ts'

const given = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.fallback(v.optional(schema), undefined))

/** Longer search texts are rejected, in characters. */
const longestSearch = 80

/**
 * The search parameters of the reward list; invalid ones are dropped. `affordable` is `1` to show only rewards that the
 * member's points are enough for, and that can still be redeemed.
 */
export const RewardSearch = v.object({
  q: given(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(longestSearch))),
  category: given(v.picklist([...sectionCodes, allRewards])),
  affordable: given(v.literal('1')),
  tier: given(Tier),
} satisfies Record<ListFilter, unknown>)
export type RewardSearch = v.InferOutput<typeof RewardSearch>

/** Reads the search parameters of the reward list.  Never throws. */
export function readRewardSearch(search: Record<string, unknown>): RewardSearch {
  return v.parse(RewardSearch, search)
}

/** Whether any filter is set. */
export function isFiltered(search: RewardSearch): boolean {
  return Object.values(search).some((value) => value !== undefined)
}
