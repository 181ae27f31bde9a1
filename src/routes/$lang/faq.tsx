import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { readFaqSearch } from '#src/features/club/help/faqSearch.ts'
import { FaqPage } from '#src/features/club/help/FaqPage.tsx'
import { contentQueries } from '#src/query/clubQueries.ts'
import { loadPublicPage } from './-loadPublicPage.ts'

export const Route = createFileRoute('/$lang/faq')({
  validateSearch: readFaqSearch,
  loader: ({ context }) => loadPublicPage(context.queryClient, contentQueries.staticContents()),
  component: Faq,
})

function Faq() {
  const { q } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const search = (text: string) =>
    void navigate({ search: readFaqSearch({ q: text }), replace: true, resetScroll: false })
  return <FaqPage q={q} onSearch={search} />
}
