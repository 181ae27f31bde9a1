import * as v from 'valibot'

/**
 * The list that an answer is about, without its invalid entries: one broken entry must never break a page. An answer
 * without the list is none: taken for an empty one, it would replace what is kept for use offline.
 */
export function answerList<Entry extends v.GenericSchema>(entry: Entry) {
  return v.pipe(
    v.array(v.fallback(v.nullable(entry), null)),
    v.transform((read) => read.filter((one): one is v.InferOutput<Entry> & {} => one !== null)),
  )
}

/** The same for a list that an answer may lack: what is missing or no list is empty. */
export function lenientList<Entry extends v.GenericSchema>(entry: Entry) {
  return v.optional(v.fallback(answerList(entry), []), [])
}

/** A text that may be absent. */
export const OptionalText = v.nullish(v.string(), null)

/** A value that becomes null when it is missing or invalid. */
export function lenient<Value extends v.GenericSchema>(value: Value) {
  return v.optional(v.fallback(v.nullable(value), null), null)
}
