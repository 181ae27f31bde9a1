import { createFileRoute } from '@tanstack/react-router'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Page } from '#src/ui/Page.tsx'

export const Route = createFileRoute('/$lang/campaign/$alias')({
  component: Campaign,
})

function Campaign() {
  const words = usePageWords('/$lang/campaign/$alias')
  return <Page {...words} lead={words.description} />
}
