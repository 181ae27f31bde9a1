import * as v from 'valibot'
import { getEvent } from './events.ts'
import { getRedeemItem } from './rewards.ts'

/** The answers that the server may put into a page, so that the app need not ask for them: of one reward or one event. */
export const Told = v.union([getRedeemItem.answer, getEvent.answer])

/** The answer as it is written into the page. */
export type SentTold = v.InferInput<typeof Told>

/** The element that holds it, as JSON. */
export const toldElement = 'told'
