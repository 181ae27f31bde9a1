import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { Told, toldElement } from '#contract/embeddedData.ts'
import { eventQueries } from './features/events/queries.ts'
import { rewardQueries } from './features/rewards/queries.ts'

const ToldText = v.pipe(v.string(), v.parseJson(), Told)

/** Puts what the server has told with the page into the cache, as if it had been asked for; nothing where it makes no sense. */
export function keepTold(client: QueryClient, text: string | null): void {
  const { output, success } = v.safeParse(ToldText, text)
  if (!success) return
  if ('rewardItem' in output) {
    if (output.rewardItem)
      client.setQueryData(rewardQueries.detail(output.rewardItem.alias).queryKey, output.rewardItem)
  } else if (output.event) client.setQueryData(eventQueries.detail(output.event.alias).queryKey, output.event)
}

/** What the server has told with this page, or null. */
export function toldText(): string | null {
  return document.getElementById(toldElement)?.textContent ?? null
}
