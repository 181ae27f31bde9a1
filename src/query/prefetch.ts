import type { QueryClient } from '@tanstack/react-query'
import type { ClubQuery } from './clubQuery.ts'

/**
 * Starts the queries that a page will read, from its route's loader: earlier than its component could, and without
 * holding up the first paint. A failure shows where the page reads the query. Prerendering fetches nothing.
 */
export function prefetch(client: QueryClient, ...queries: readonly ClubQuery<unknown>[]): void {
  if (import.meta.env.SSR) return
  for (const query of queries) void client.prefetchQuery(query)
}
