import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '#src/features/club/TermsPage.tsx'
import { contentQueries } from '#src/query/clubQueries.ts'
import { loadPublicPage } from './-loadPublicPage.ts'

export const Route = createFileRoute('/$lang/terms-and-conditions')({
  loader: ({ context }) => loadPublicPage(context.queryClient, contentQueries.staticContents()),
  component: TermsPage,
})
