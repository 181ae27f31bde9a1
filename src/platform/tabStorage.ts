import * as v from 'valibot'

// What a tab remembers beyond a reload, until it is closed or the member signs out (session/storedSession.ts). None of
// these throws: where the browser keeps nothing, it is remembered for as long as the page lives, or not at all.

/** A text of this tab; null if there is none. */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * A value of this tab that was written by `writeTabValue`, perhaps by an earlier version; null if there is none of this
 * schema.
 */
export function readTabValue<Value>(key: string, schema: v.GenericSchema<unknown, Value>): Value | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), readTab(key))
  return parsed.success ? parsed.output : null
}

/** Writes a text of this tab. */
export function writeTab(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // Storage is full or forbidden.
  }
}

/** Writes a value of this tab, as JSON, for `readTabValue`. */
export function writeTabValue(key: string, value: unknown): void {
  writeTab(key, JSON.stringify(value))
}

/** Removes what this tab remembers under a key. */
export function removeFromTab(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Then nothing is kept either.
  }
}
