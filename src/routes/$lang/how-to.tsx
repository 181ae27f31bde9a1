import { createFileRoute } from '@tanstack/react-router'
import { HowToPage } from '#src/features/club/help/HowToPage.tsx'
import { contentQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'

export const Route = createFileRoute('/$lang/how-to')({
  loader: ({ context }) => prefetch(context.queryClient, contentQueries.staticContents()),
  component: HowToPage,
})
