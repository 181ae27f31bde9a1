import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '#src/features/club/help/ContactPage.tsx'
import { contentQueries } from '#src/query/clubQueries.ts'
import { loadPublicPage } from './-loadPublicPage.ts'

export const Route = createFileRoute('/$lang/contact-us')({
  loader: ({ context }) => loadPublicPage(context.queryClient, contentQueries.staticContents()),
  component: ContactPage,
})
