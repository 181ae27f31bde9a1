import { createFileRoute } from '@tanstack/react-router'
import { JoinPage } from '#src/features/club/join/JoinPage.tsx'
import { contentQueries } from '#src/query/clubQueries.ts'
import { loadPublicPage } from './-loadPublicPage.ts'

export const Route = createFileRoute('/$lang/join-club-bravo')({
  loader: ({ context }) => loadPublicPage(context.queryClient, contentQueries.staticContents()),
  component: JoinPage,
})
