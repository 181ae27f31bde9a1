import type { QueryClient } from '@tanstack/react-query'
import { loadPageCatalog } from '#src/i18n/activate.ts'
import type { ClubQuery } from '#src/query/clubQuery.ts'
import { prefetch } from '#src/query/prefetch.ts'

/** Apart: home, which has the loaders of all routes, needs no sanitiser. If its chunk is lost, the texts wait for it where they stand. */
async function loadSanitiser(): Promise<void> {
  const sanitiser = await import('#src/ui/content/sanitise.ts').catch(() => null)
  await sanitiser?.loadSanitiser().catch(() => undefined)
}

/**
 * For the `loader` of a public page: starts its queries, and waits for its texts. Rejects if these cannot be loaded (a lost chunk). A page that
 * is opened at an anchor waits for the sanitiser, too: an editors' text that came later would push the anchor away.
 */
export async function loadPublicPage(client: QueryClient, ...queries: readonly ClubQuery<unknown>[]): Promise<void> {
  prefetch(client, ...queries)
  const isAtAnchor = !import.meta.env.SSR && window.location.hash !== ''
  await Promise.all([loadPageCatalog(), isAtAnchor ? loadSanitiser() : undefined])
}
