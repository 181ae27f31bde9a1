import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '#src/features/club/about/AboutPage.tsx'
import { contentQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'

export const Route = createFileRoute('/$lang/whats-club-bravo')({
  loader: ({ context }) => prefetch(context.queryClient, contentQueries.staticContents()),
  component: AboutPage,
})
