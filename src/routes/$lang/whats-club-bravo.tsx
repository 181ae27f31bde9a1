import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '#src/features/club/about/AboutPage.tsx'
import { contentQueries } from '#src/query/clubQueries.ts'
import { loadPublicPage } from './-loadPublicPage.ts'

export const Route = createFileRoute('/$lang/whats-club-bravo')({
  loader: ({ context }) => loadPublicPage(context.queryClient, contentQueries.staticContents()),
  component: AboutPage,
})
