import { createFileRoute } from '@tanstack/react-router'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Page } from '#src/ui/Page.tsx'

export const Route = createFileRoute('/$lang/join-club-bravo')({
  component: JoinClubBravo,
})

function JoinClubBravo() {
  const words = usePageWords('/$lang/join-club-bravo')
  return <Page {...words} lead={words.description} />
}
