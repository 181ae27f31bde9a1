import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#src/features/home/HomePage.tsx'
import { loadMemberWelcome } from '#src/features/home/memberWelcomePart.ts'
import { contentQueries, rewardQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'

export const Route = createFileRoute('/$lang/')({
  loader: async ({ context }) => {
    // The member's own answer is never fresh: prefetched here, the page would fetch it a second time.
    prefetch(context.queryClient, contentQueries.staticContents(), rewardQueries.list())
    // A document has all of home.
    if (import.meta.env.SSR) await (await import('#src/features/home/HomePage.tsx')).HomeContents.load()
    else await loadMemberWelcome()
  },
  component: HomePage,
})
