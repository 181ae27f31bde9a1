import * as v from 'valibot'
import { DeliveryMethod } from '#contract/rewards.ts'

/** What a member asks for in a popup. `key`: the `Idempotency-Key` of the popup, with which it is redeemed once however often it is sent. */
export const Attempt = v.object({
  key: v.pipe(v.string(), v.uuid()),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
  delivery: v.nullable(DeliveryMethod),
})
export type Attempt = v.InferOutput<typeof Attempt>

/** `sent`: without an answer so far. `address`: the member is changing the address, and comes back to the popup. */
const KeptRedemption = v.object({ ...Attempt.entries, memberId: v.string(), stage: v.picklist(['sent', 'address']) })
export type KeptRedemption = v.InferOutput<typeof KeptRedemption>

const Kept = v.pipe(v.string(), v.parseJson(), KeptRedemption)

// Ends with the session, like everything in the tab's sessionStorage (auth/storedSession.ts).
const keyOf = (itemId: string) => `club-bravo.redemption.${itemId}`

/** Keeps a redemption of a reward over a reload. Never throws: without storage it lives as long as the page. */
export function keepRedemption(itemId: string, redemption: KeptRedemption): void {
  try {
    sessionStorage.setItem(keyOf(itemId), JSON.stringify(redemption))
  } catch {
    // Storage is full or forbidden.
  }
}

/** The redemption of a reward that this member has begun in this tab, or null. Never throws. */
export function keptRedemption(itemId: string, memberId: string): KeptRedemption | null {
  try {
    const parsed = v.safeParse(Kept, sessionStorage.getItem(keyOf(itemId)))
    return parsed.success && parsed.output.memberId === memberId ? parsed.output : null
  } catch {
    return null
  }
}

export function dropRedemption(itemId: string): void {
  try {
    sessionStorage.removeItem(keyOf(itemId))
  } catch {
    // Then nothing is kept either.
  }
}
