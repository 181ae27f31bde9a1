import type { QueryClient } from '@tanstack/react-query'
import type { ClubQuery } from '#src/query/clubQuery.ts'
import { loadSanitiser } from '#src/ui/content/sanitise.ts'

/**
 * How long a page that is opened at an anchor waits for what stands above it, in milliseconds: then it is shown with
 * what there is.
 */
const longestWaitMs = 1500

/**
 * Waits for what a page shows: its queries, and the sanitiser of its texts. What came later would push away the anchor
 * at which the page is opened. Never rejects.
 */
export async function untilAnchorHolds(client: QueryClient, queries: readonly ClubQuery<unknown>[]): Promise<void> {
  const parts = [loadSanitiser().catch(() => undefined), ...queries.map((query) => client.prefetchQuery(query))]
  await Promise.race([Promise.all(parts), new Promise((resolve) => setTimeout(resolve, longestWaitMs))])
}
