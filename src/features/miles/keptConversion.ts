import * as v from 'valibot'

/** What this tab keeps of a conversion. `sentKey`: the `Idempotency-Key` of what was sent and has no answer yet, or null. */
const KeptConversion = v.object({
  memberId: v.string(),
  texts: v.object({ points: v.string(), firstName: v.string(), lastName: v.string(), membershipNumber: v.string() }),
  sentKey: v.nullable(v.pipe(v.string(), v.uuid())),
})
export type KeptConversion = v.InferOutput<typeof KeptConversion>

const Kept = v.pipe(v.string(), v.parseJson(), KeptConversion)

// Ends with the session, like everything in the tab's sessionStorage (auth/storedSession.ts).
const key = 'club-bravo.miles'

/** Keeps a conversion over a reload. Never throws: without storage it lives as long as the page. */
export function keepConversion(conversion: KeptConversion): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(conversion))
  } catch {
    // Storage is full or forbidden.
  }
}

/** The conversion that this member has begun in this tab, or null. Never throws. */
export function keptConversion(memberId: string): KeptConversion | null {
  try {
    const parsed = v.safeParse(Kept, sessionStorage.getItem(key))
    return parsed.success && parsed.output.memberId === memberId ? parsed.output : null
  } catch {
    return null
  }
}

export function dropConversion(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Then nothing is kept either.
  }
}
