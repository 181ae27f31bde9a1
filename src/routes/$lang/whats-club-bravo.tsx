import { createFileRoute } from '@tanstack/react-router'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Page } from '#src/ui/Page.tsx'

export const Route = createFileRoute('/$lang/whats-club-bravo')({
  component: WhatsClubBravo,
})

function WhatsClubBravo() {
  const words = usePageWords('/$lang/whats-club-bravo')
  return <Page {...words} lead={words.description} />
}
