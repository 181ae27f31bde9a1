import type { QueryClient } from '@tanstack/react-query'
import type { ClubQuery } from './clubQuery.ts'

/** Pending while the app takes over a prerendered page: an answer in between would be other contents than the page has. */
let takingOver: Promise<void> | null = null

/** Holds the answers of prefetched queries back. Returns what releases them, once the page is taken over. */
export function holdAnswers(): () => void {
  let release: (() => void) | undefined
  takingOver = new Promise((resolve) => (release = resolve))
  return () => release?.()
}

/**
 * Starts the queries that a page will read, from its route's loader: earlier than its component could, and without holding up the first
 * paint. A failure shows where the page reads the query. Prerendering fetches nothing.
 */
export function prefetch(client: QueryClient, ...queries: readonly ClubQuery<unknown>[]): void {
  if (import.meta.env.SSR) return
  for (const query of queries) {
    const queryFn: typeof query.queryFn = async (context) => {
      const answer = await query.queryFn(context)
      await takingOver
      return answer
    }
    void client.prefetchQuery({ ...query, queryFn })
  }
}
