import * as v from 'valibot'
import { StaticContents } from '#contract/content.ts'
import { getEvent } from '#contract/spending/events.ts'
import { getRedeemItem, listRedeemItems } from '#contract/spending/rewards.ts'

const { placeholders } = StaticContents.entries

/** The group of contents from which the first view of the list shows something. */
export const ListContents = v.object({ placeholders })
export type ListContents = v.InferOutput<typeof ListContents>

/** What is on offer, with the editors' texts around it. */
export const EmbeddedList = v.object({ offers: listRedeemItems.answer, contents: ListContents })
export type EmbeddedList = v.InferOutput<typeof EmbeddedList>

/**
 * What a page about the club shows of the contents, in the language of the page alone: other groups, and texts in other
 * languages, are empty.
 */
const EmbeddedContents = v.object({ pageContents: StaticContents })

/** What home shows below the welcome. Its document does not carry the data: the app draws that part once it is near. */
const HomeData = v.object({ ...EmbeddedContents.entries, offers: listRedeemItems.answer })

/**
 * What the server draws in a page, and may embed there, so that the app need not fetch it: the answer of one reward or
 * one event, the list, or contents.
 */
export const EmbeddedData = v.union([getRedeemItem.answer, getEvent.answer, HomeData, EmbeddedList, EmbeddedContents])

/** The data as it is written into the page. */
export type SerializedEmbeddedData = v.InferInput<typeof EmbeddedData>

/** The id of the script element that holds it, as JSON. */
export const embeddedDataElementId = 'embedded-data'
