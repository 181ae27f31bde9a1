import * as v from 'valibot'

/** Longer search texts are rejected, in characters. */
const longestSearch = 80

/** The search parameters of the questions; invalid ones are dropped. */
const FaqSearch = v.object({
  q: v.optional(
    v.fallback(v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(longestSearch))), undefined),
  ),
})
type FaqSearch = v.InferOutput<typeof FaqSearch>

/** Reads the search parameters of the questions. Never throws. */
export function readFaqSearch(search: Record<string, unknown>): FaqSearch {
  return v.parse(FaqSearch, search)
}
