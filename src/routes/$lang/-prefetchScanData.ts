import type { QueryClient } from '@tanstack/react-query'
import { rememberedMember } from '#src/auth/member.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'

/** The `loader` of pages that show scans with their points: the contents, and the member if there is one. */
export function prefetchScanData({ context }: { context: { queryClient: QueryClient } }): void {
  prefetch(context.queryClient, contentQueries.staticContents())
  if (rememberedMember()?.emailVerified) prefetch(context.queryClient, memberQueries.me())
}
