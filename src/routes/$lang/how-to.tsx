import { createFileRoute } from '@tanstack/react-router'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Page } from '#src/ui/Page.tsx'

export const Route = createFileRoute('/$lang/how-to')({
  component: HowTo,
})

function HowTo() {
  const words = usePageWords('/$lang/how-to')
  return <Page {...words} lead={words.description} />
}
