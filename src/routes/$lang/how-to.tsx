import { createFileRoute } from '@tanstack/react-router'
import { HowToPage } from '#src/features/club/help/HowToPage.tsx'
import { contentQueries } from '#src/query/clubQueries.ts'
import { loadPublicPage } from './-loadPublicPage.ts'

export const Route = createFileRoute('/$lang/how-to')({
  loader: ({ context }) => loadPublicPage(context.queryClient, contentQueries.staticContents()),
  component: HowToPage,
})
