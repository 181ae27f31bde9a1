import * as v from 'valibot'
import { DeliveryMethod } from '#contract/spending/rewards.ts'
import { readTabValue, removeFromTab, writeTabValue } from '#src/platform/tabStorage.ts'

/** What a member asks for in a popup. `key`: the `Idempotency-Key` of the popup, with which it is redeemed once however often it is sent. */
export const Attempt = v.object({
  key: v.pipe(v.string(), v.uuid()),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
  delivery: v.nullable(DeliveryMethod),
  /** The total that the popup said; null until it is sent, and from versions that did not say it. */
  points: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), null),
})
export type Attempt = v.InferOutput<typeof Attempt>

/** `sent`: without an answer so far. `address`: the member is changing the address, and comes back to the popup. */
const StoredRedemption = v.object({ ...Attempt.entries, memberId: v.string(), stage: v.picklist(['sent', 'address']) })
export type StoredRedemption = v.InferOutput<typeof StoredRedemption>

const keyOf = (itemId: string) => `club-bravo.redemption.${itemId}`

/** Keeps a redemption of a reward over a reload. */
export function storeRedemption(itemId: string, redemption: StoredRedemption): void {
  writeTabValue(keyOf(itemId), redemption)
}

/** The redemption of a reward that this member has begun in this tab, or null. */
export function storedRedemption(itemId: string, memberId: string): StoredRedemption | null {
  const stored = readTabValue(keyOf(itemId), StoredRedemption)
  return stored?.memberId === memberId ? stored : null
}

/** Forgets the redemption of a reward that was begun in this tab. */
export function dropRedemption(itemId: string): void {
  removeFromTab(keyOf(itemId))
}
