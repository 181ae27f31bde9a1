import * as v from 'valibot'
import { readTabValue, removeFromTab, writeTabValue } from '#src/platform/tabStorage.ts'

/**
 * What this tab keeps of a conversion. `sentKey`: the `Idempotency-Key` of what was sent and has no answer yet, or null. `sentMiles`: the miles
 * that it was sent with.
 */
const StoredConversion = v.object({
  memberId: v.string(),
  texts: v.object({ points: v.string(), firstName: v.string(), lastName: v.string(), membershipNumber: v.string() }),
  sentKey: v.nullable(v.pipe(v.string(), v.uuid())),
  sentMiles: v.nullish(v.number(), null),
})
export type StoredConversion = v.InferOutput<typeof StoredConversion>

const key = 'club-bravo.miles'

/** Keeps a conversion over a reload. */
export function storeConversion(conversion: StoredConversion): void {
  writeTabValue(key, conversion)
}

/** The conversion that this member has begun in this tab, or null. */
export function storedConversion(memberId: string): StoredConversion | null {
  const stored = readTabValue(key, StoredConversion)
  return stored?.memberId === memberId ? stored : null
}

/** Forgets the conversion of this tab. */
export function dropConversion(): void {
  removeFromTab(key)
}
