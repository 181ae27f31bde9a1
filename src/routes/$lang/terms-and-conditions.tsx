import { createFileRoute } from '@tanstack/react-router'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Page } from '#src/ui/Page.tsx'

export const Route = createFileRoute('/$lang/terms-and-conditions')({
  component: TermsAndConditions,
})

function TermsAndConditions() {
  const words = usePageWords('/$lang/terms-and-conditions')
  return <Page {...words} lead={words.description} />
}
