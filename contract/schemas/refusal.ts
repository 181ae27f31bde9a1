import * as v from 'valibot'

/** A reason as one text, or as texts by field, of which the first counts (specification section 8). */
export const RefusalReason = v.optional(v.union([v.string(), v.record(v.string(), v.string())]))
export type RefusalReason = v.InferOutput<typeof RefusalReason>

/** The text of a reason; undefined if there is none. */
export function textOfReason(reason: RefusalReason): string | undefined {
  return typeof reason === 'object' ? Object.values(reason)[0] : reason
}
