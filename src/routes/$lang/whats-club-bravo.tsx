import { createFileRoute } from '@tanstack/react-router'
import { useClubContents } from '#src/features/club/useClubContents.ts'
import { AboutPage } from '#src/features/club/AboutPage.tsx'
import { blocksBelow, blockWithCode } from '#src/query/contentBlocks.ts'

export const Route = createFileRoute('/$lang/whats-club-bravo')({
  component: WhatsClubBravo,
})

function WhatsClubBravo() {
  const state = useClubContents(({ static_pages: pages, membership_cards: cards }) => ({
    intro: blockWithCode(pages, 'whats-club-bravo'),
    chapters: blocksBelow(pages, 'whats-club-bravo'),
    cards,
  }))
  return <AboutPage state={state} />
}
