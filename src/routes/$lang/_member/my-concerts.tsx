import { createFileRoute } from '@tanstack/react-router'
import { MyConcertsPage } from '#src/features/scan/concerts/MyConcertsPage.tsx'
import { useRememberedMember } from '#src/session/member.ts'

// Without a loader, which home would load: the page reads its queries itself.
export const Route = createFileRoute('/$lang/_member/my-concerts')({ component: MyConcerts })

function MyConcerts() {
  const member = useRememberedMember()
  return member && <MyConcertsPage memberId={member.id} />
}
