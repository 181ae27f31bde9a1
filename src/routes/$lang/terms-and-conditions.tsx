import { createFileRoute } from '@tanstack/react-router'
import { useClubContents } from '#src/features/club/useClubContents.ts'
import { clubAddresses } from '#src/query/clubLinks.ts'
import { TermsPage } from '#src/features/club/TermsPage.tsx'
import { blockWithCode, bySeq } from '#src/query/contentBlocks.ts'
import { useLanguage } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/terms-and-conditions')({
  component: TermsAndConditions,
})

function TermsAndConditions() {
  const lang = useLanguage()
  const state = useClubContents(({ static_pages: pages, club_links: links, tnc }) => ({
    chapters: bySeq(tnc),
    disclaimer: blockWithCode(pages, 'disclaimer'),
    privacy: clubAddresses(links, lang).privacy,
  }))
  return <TermsPage state={state} />
}
