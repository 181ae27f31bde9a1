import type { QueryClient } from '@tanstack/react-query'
import { isHydrating } from '#src/platform/hydration.ts'
import type { ClubQuery } from './clubQuery.ts'

/**
 * Starts the queries that a page will read, from its route's loader: earlier than its component could, and without
 * holding up the first paint. A failure shows where the page reads the query. Rendering and hydrating a document
 * fetches nothing: it has what it was rendered with.
 *
 * @returns whether it has started them
 */
export function prefetch(client: QueryClient, ...queries: readonly ClubQuery<unknown>[]): boolean {
  if (isHydrating()) return false
  for (const query of queries) void client.prefetchQuery(query)
  return true
}
