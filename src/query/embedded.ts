import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { StaticContents } from '#contract/content.ts'
import type { EmbeddedList, ListContents } from '#contract/embeddedData.ts'
import { contentQueries } from './clubQueries.ts'

/** Where the cache holds the list that came with the page: what visitors may see. It is in no store. */
const embeddedListKey = ['embedded list'] as const

/** Remembers the list that came with the page. */
export function rememberEmbeddedList(client: QueryClient, list: EmbeddedList): void {
  client.setQueryData(embeddedListKey, list)
}

/** The list that came with the page: for a member, a placeholder of their own. */
export function useEmbeddedList(): EmbeddedList | undefined {
  return useQueryClient().getQueryData<EmbeddedList>(embeddedListKey)
}

/**
 * The editors' texts of the list: of all contents, or those that came with the page until the rest is due.
 *
 * @param isDue whether a slow phone can be asked for all contents, of which the first view of the page needs one text
 */
export function useListContents(isDue: boolean): ListContents | undefined {
  const embedded = useEmbeddedList()?.contents
  const { data = embedded } = useQuery({
    ...contentQueries.staticContents(),
    enabled: isDue || embedded === undefined,
  })
  return data
}

const embeddedContentsKey = ['embedded contents'] as const

/** Remembers the contents that came with a page about the club. */
export function rememberEmbeddedContents(client: QueryClient, contents: StaticContents): void {
  client.setQueryData(embeddedContentsKey, contents)
}

/** The contents that came with the page, as far as it shows them. */
export function useEmbeddedContents(): StaticContents | undefined {
  return useQueryClient().getQueryData<StaticContents>(embeddedContentsKey)
}
