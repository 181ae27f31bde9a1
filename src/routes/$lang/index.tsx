import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#src/features/home/HomePage.tsx'
import { loadHomeParts } from '#src/features/home/homeParts.ts'
import { contentQueries, rewardQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'

export const Route = createFileRoute('/$lang/')({
  loader: async ({ context }) => {
    // The member's own answer is never fresh: prefetched here, the page would fetch it a second time.
    prefetch(context.queryClient, contentQueries.staticContents(), rewardQueries.list())
    await loadHomeParts()
  },
  component: HomePage,
})
