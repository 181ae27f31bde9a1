import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListContents } from '#contract/embeddedData.ts'
import { contentQueries } from './clubQueries.ts'

/** Where the cache holds the contents that the server embedded in the list of rewards. They are in no store: the next visit has its own. */
export const listContentsKey = ['embedded list contents'] as const

/**
 * The editors' texts of the list of rewards: of all contents, or of those that came with the page until the rest is due.
 *
 * @param isDue whether a slow phone can be asked for all contents, of which the first view of the page needs two texts
 */
export function useListContents(isDue: boolean): ListContents | undefined {
  const embedded = useQueryClient().getQueryData<ListContents>(listContentsKey)
  const { data = embedded } = useQuery({
    ...contentQueries.staticContents(),
    enabled: isDue || embedded === undefined,
  })
  return data
}
