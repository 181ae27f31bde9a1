import type { QueryClient } from '@tanstack/react-query'
import { rememberedMember } from '#src/session/member.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'

/**
 * The `loader` of pages that show scans with their points: starts the contents, and the member if there is one; waits
 * for the texts.
 */
export function loadScanPage({ context }: { context: { queryClient: QueryClient } }): Promise<void> {
  prefetch(context.queryClient, contentQueries.staticContents())
  if (rememberedMember()?.emailVerified) prefetch(context.queryClient, memberQueries.me())
  return loadMemberCatalog()
}
