import * as v from 'valibot'
import { keysOf } from '#contract/keysOf.ts'
import { OptionalText } from '#contract/schemas/lenient.ts'

/** Where a redemption that goes by post may be next, by where it is. One that came back can be sent again. */
export const parcelSteps = {
  ordered: ['packed', 'sent'],
  packed: ['sent'],
  sent: ['returned'],
  returned: ['packed', 'sent'],
} as const satisfies Record<string, readonly string[]>

export type ParcelState = keyof typeof parcelSteps
/** What staff mark a parcel as. */
export type ParcelMark = Exclude<ParcelState, 'ordered'>

/**
 * Where a parcel is. `at`: since when, ISO 8601; null while it is only ordered. `tracking`: what the carrier calls it.
 */
export const Parcel = v.object({
  state: v.picklist(keysOf(parcelSteps)),
  at: OptionalText,
  tracking: OptionalText,
})
export type Parcel = v.InferOutput<typeof Parcel>
