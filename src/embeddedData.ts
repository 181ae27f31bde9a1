import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { AnswerOf } from '#contract/endpoint.ts'
import { EmbeddedData, embeddedDataElementId } from '#contract/embeddedData.ts'
import { getEvent } from '#contract/spending/events.ts'
import { getRedeemItem, listRedeemItems } from '#contract/spending/rewards.ts'
import { listContentsKey } from './query/listContents.ts'
import { freshForMs } from './query/client.ts'
import { clubQuery } from './query/clubQuery.ts'

const EmbeddedText = v.pipe(v.string(), v.parseJson(), EmbeddedData)

/** Puts the data that the server embedded in the page into the cache, as if it had been fetched. Does nothing if it does not parse. */
export function restoreEmbeddedData(client: QueryClient, text: string | null): void {
  const { output, success } = v.safeParse(EmbeddedText, text)
  if (!success) return
  if ('offers' in output) {
    restoreOffers(client, output.offers)
    client.setQueryData(listContentsKey, output.contents)
  } else if ('rewardItem' in output) {
    const alias = output.rewardItem?.alias
    if (alias !== undefined) client.setQueryData(clubQuery(getRedeemItem, { alias }).queryKey, output)
  } else {
    const alias = output.event?.alias
    if (alias !== undefined) client.setQueryData(clubQuery(getEvent, { alias }).queryKey, output)
  }
}

/** What visitors may see: a member may see more. To a member without a stored list, it is an answer that has just gone stale. */
function restoreOffers(client: QueryClient, offers: AnswerOf<typeof listRedeemItems>): void {
  const { queryKey } = clubQuery(listRedeemItems, {})
  const [, , viewer] = queryKey
  if (viewer === null) client.setQueryData(queryKey, offers)
  else if (client.getQueryData(queryKey) === undefined)
    client.setQueryData(queryKey, offers, { updatedAt: Date.now() - freshForMs })
}

/** The JSON that the server embedded in this page, or null. */
export function embeddedDataText(): string | null {
  return document.getElementById(embeddedDataElementId)?.textContent ?? null
}
