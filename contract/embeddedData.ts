import * as v from 'valibot'
import { getEvent } from '#contract/spending/events.ts'
import { getRedeemItem } from '#contract/spending/rewards.ts'

/** The answers that the server may embed in a page, so that the app need not fetch them: of one reward or one event. */
export const EmbeddedData = v.union([getRedeemItem.answer, getEvent.answer])

/** The answer as it is written into the page. */
export type SerializedEmbeddedData = v.InferInput<typeof EmbeddedData>

/** The id of the script element that holds it, as JSON. */
export const embeddedDataElementId = 'embedded-data'
