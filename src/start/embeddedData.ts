import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { EmbeddedData, embeddedDataElementId } from '#contract/embeddedData.ts'
import { getEvent } from '#contract/spending/events.ts'
import { getRedeemItem, listRedeemItems } from '#contract/spending/rewards.ts'
import { unknownAge } from '#src/query/client.ts'
import { clubQuery, type ClubQueryKey } from '#src/query/clubQuery.ts'
import { rememberEmbeddedContents, rememberEmbeddedList } from '#src/query/embedded.ts'

const EmbeddedText = v.pipe(v.string(), v.parseJson(), EmbeddedData)

/**
 * Puts the data that the server embedded in the page into the cache, as if it had been fetched. Does nothing if it does
 * not parse.
 *
 * @param isCurrent whether the page has just come from the server. If not, its age is unknown: it replaces nothing, and
 *   is fetched again.
 */
export function restoreEmbeddedData(client: QueryClient, text: string | null, isCurrent = true): void {
  const { output, success } = v.safeParse(EmbeddedText, text)
  if (!success) return
  const restore = (queryKey: ClubQueryKey, data: unknown) => {
    if (isCurrent) client.setQueryData(queryKey, data)
    else if (client.getQueryData(queryKey) === undefined) client.setQueryData(queryKey, data, { updatedAt: unknownAge })
  }
  /** A member who is signed out before the page is hydrated, in another tab for one, becomes a visitor. */
  const restoreForAll = ([path, request, viewer]: ClubQueryKey, data: unknown) => {
    for (const one of new Set([viewer, null])) restore([path, request, one], data)
  }
  if ('pageContents' in output) {
    const { pageContents } = output
    rememberEmbeddedContents(client, pageContents)
    if ('offers' in output) rememberEmbeddedList(client, { offers: output.offers, contents: pageContents })
  } else if ('offers' in output) {
    rememberEmbeddedList(client, output)
    const { queryKey } = clubQuery(listRedeemItems, {})
    const [, , viewer] = queryKey
    // A member may see more than is in the page.
    if (viewer === null) restore(queryKey, output.offers)
  } else if ('rewardItem' in output) {
    const alias = output.rewardItem?.alias
    if (alias !== undefined) restoreForAll(clubQuery(getRedeemItem, { alias }).queryKey, output)
  } else {
    const alias = output.event?.alias
    if (alias !== undefined) restoreForAll(clubQuery(getEvent, { alias }).queryKey, output)
  }
}

/** The JSON that the server embedded in this page, or null. */
export function embeddedDataText(): string | null {
  return document.getElementById(embeddedDataElementId)?.textContent ?? null
}

/**
 * Whether this page has just come from the server, or was checked there: a browser goes back to the copy that it has.
 */
export function isPageCurrent(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.transferSize > 0
}
