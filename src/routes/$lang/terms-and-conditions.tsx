import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '#src/features/club/TermsPage.tsx'
import { contentQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'

export const Route = createFileRoute('/$lang/terms-and-conditions')({
  loader: ({ context }) => prefetch(context.queryClient, contentQueries.staticContents()),
  component: TermsPage,
})
