import { createFileRoute } from '@tanstack/react-router'
import { useClubContents } from '#src/features/club/useClubContents.ts'
import { HowToPage } from '#src/features/club/HowToPage.tsx'
import { blockWithCode, bySeq } from '#src/query/contentBlocks.ts'

export const Route = createFileRoute('/$lang/how-to')({
  component: HowTo,
})

function HowTo() {
  const state = useClubContents(({ static_pages: pages, tutorial, faq }) => ({
    intro: blockWithCode(pages, 'how-to'),
    main: tutorial.find(({ seq }) => seq === 0) ?? null,
    steps: bySeq(tutorial).filter(({ seq }) => seq !== 0),
    questions: faq,
  }))
  return <HowToPage state={state} />
}
