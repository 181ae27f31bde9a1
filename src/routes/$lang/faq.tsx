import { createFileRoute } from '@tanstack/react-router'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Page } from '#src/ui/Page.tsx'

export const Route = createFileRoute('/$lang/faq')({
  component: Faq,
})

function Faq() {
  const words = usePageWords('/$lang/faq')
  return <Page {...words} lead={words.description} />
}
