import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { EmbeddedData, embeddedDataElementId } from '#contract/embeddedData.ts'
import { getEvent } from '#contract/spending/events.ts'
import { getRedeemItem } from '#contract/spending/rewards.ts'
import { clubQuery } from './query/clubQuery.ts'

const EmbeddedText = v.pipe(v.string(), v.parseJson(), EmbeddedData)

/** Puts the answer that the server embedded in the page into the cache, as if it had been fetched. Does nothing if it does not parse. */
export function restoreEmbeddedData(client: QueryClient, text: string | null): void {
  const { output, success } = v.safeParse(EmbeddedText, text)
  if (!success) return
  if ('rewardItem' in output) {
    const alias = output.rewardItem?.alias
    if (alias !== undefined) client.setQueryData(clubQuery(getRedeemItem, { alias }).queryKey, output)
  } else {
    const alias = output.event?.alias
    if (alias !== undefined) client.setQueryData(clubQuery(getEvent, { alias }).queryKey, output)
  }
}

/** The JSON that the server embedded in this page, or null. */
export function embeddedDataText(): string | null {
  return document.getElementById(embeddedDataElementId)?.textContent ?? null
}
