import { createFileRoute } from '@tanstack/react-router'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Page } from '#src/ui/Page.tsx'

export const Route = createFileRoute('/$lang/event/$alias')({
  component: EventDetail,
})

function EventDetail() {
  const words = usePageWords('/$lang/event/$alias')
  return <Page {...words} lead={words.description} />
}
