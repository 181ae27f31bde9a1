import type { QueryClient } from '@tanstack/react-query'
import { loadPageCatalog } from '#src/i18n/activate.ts'
import type { ClubQuery } from '#src/query/clubQuery.ts'
import { prefetch } from '#src/query/prefetch.ts'

/**
 * For the `loader` of a public page: starts its queries, and waits for its texts. Rejects if these cannot be loaded (a
 * lost chunk). A page that is opened at an anchor waits for what stands above it, too.
 */
export async function loadPublicPage(client: QueryClient, ...queries: readonly ClubQuery<unknown>[]): Promise<void> {
  const isFetching = prefetch(client, ...queries)
  await loadPageCatalog()
  if (!isFetching || window.location.hash === '') return
  const loading = await import('./-anchorLoading.ts').catch(() => null)
  await loading?.untilAnchorHolds(client, queries)
}
