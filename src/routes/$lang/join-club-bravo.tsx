import { createFileRoute } from '@tanstack/react-router'
import { useClubContents } from '#src/features/club/useClubContents.ts'
import { useRememberedMember } from '#src/auth/member.ts'
import { sortCountries } from '#src/features/club/countries.ts'
import { JoinPage } from '#src/features/club/JoinPage.tsx'
import { blocksBelow, blockWithCode, bySeq } from '#src/query/contentBlocks.ts'

export const Route = createFileRoute('/$lang/join-club-bravo')({
  component: JoinClubBravo,
})

function JoinClubBravo() {
  const member = useRememberedMember()
  const state = useClubContents(({ static_pages: pages, registration_content: routes, instruments, countries }) => ({
    intro: blockWithCode(pages, 'join-club-bravo'),
    steps: blocksBelow(pages, 'join-club-bravo'),
    routes: bySeq(routes),
    instruments,
    countries: sortCountries(countries),
  }))
  return <JoinPage state={state} isMember={member !== null} />
}
