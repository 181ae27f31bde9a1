import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { contentQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'
import { useClubContents } from '#src/features/club/useClubContents.ts'
import { readFaqSearch } from '#src/features/club/faq.ts'
import { FaqPage } from '#src/features/club/FaqPage.tsx'
import { blockWithCode, bySeq } from '#src/query/contentBlocks.ts'

export const Route = createFileRoute('/$lang/faq')({
  validateSearch: readFaqSearch,
  loader: ({ context }) => prefetch(context.queryClient, contentQueries.staticContents()),
  component: Faq,
})

function Faq() {
  const { q } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const state = useClubContents(({ static_pages: pages, faq, placeholders }) => ({
    intro: blockWithCode(pages, 'faq'),
    questions: bySeq(faq),
    placeholder: blockWithCode(placeholders, 'faq-search'),
  }))
  const search = (text: string) =>
    void navigate({ search: readFaqSearch({ q: text }), replace: true, resetScroll: false })
  return <FaqPage state={state} q={q} onSearch={search} />
}
