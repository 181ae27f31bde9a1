import * as v from 'valibot'

/** A list without its invalid entries: one broken entry, or a missing list, must never break a page. */
export function lenientList<Entry extends v.GenericSchema>(entry: Entry) {
  const entries = v.pipe(
    v.array(v.fallback(v.nullable(entry), null)),
    v.transform((read) => read.filter((one): one is v.InferOutput<Entry> & {} => one !== null)),
  )
  return v.optional(v.fallback(entries, []), [])
}

/** A text that may be absent. */
export const OptionalText = v.nullish(v.string(), null)

/** A value that becomes null when it is missing or invalid. */
export function lenient<Value extends v.GenericSchema>(value: Value) {
  return v.optional(v.fallback(v.nullable(value), null), null)
}
