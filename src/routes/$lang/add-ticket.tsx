import { createFileRoute } from '@tanstack/react-router'
import { AddTicketPage } from '#src/features/scan/received/AddTicketPage.tsx'
import { signInMessagesOf, shareProblemOf } from '#src/features/scan/received/shareProblem.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'
import { rememberedMember } from '#src/session/member.ts'
import { KeptTickets } from '#src/features/scan/visitor/KeptTickets.tsx'
import { KeptTicketsPage } from '#src/features/scan/visitor/KeptTicketsPage.tsx'
import { KeptTicketsQuestion } from '#src/features/scan/visitor/KeptTicketsQuestion.tsx'
import { ScanGate } from '#src/features/scan/ScanGate.tsx'

export const Route = createFileRoute('/$lang/add-ticket')({
  loader: async ({ context }) => {
    prefetch(context.queryClient, contentQueries.staticContents())
    // Loaded on demand: every page loads the routes, but only this one takes tickets in.
    const [{ hasReceivedTickets }] = await Promise.all([
      import('#src/features/scan/received/receiveTickets.ts'),
      loadMemberCatalog(),
    ])
    return { isKept: await hasReceivedTickets(rememberedMember()?.id ?? null) }
  },
  staticData: { asksForSignIn: true, isScanInProgress: true },
  component: AddTicket,
})

const keptNotice = (memberId: string) => <KeptTickets memberId={memberId} isOnTheWay />

function AddTicket() {
  const problem = shareProblemOf(Route.useSearch())
  const { isKept } = Route.useLoaderData()
  return (
    <ScanGate
      signInMessages={signInMessagesOf(problem, isKept)}
      visitor={KeptTicketsPage}
      unverifiedNotice={keptNotice}
    >
      {(memberId) => (
        <KeptTicketsQuestion key={memberId} memberId={memberId}>
          <AddTicketPage memberId={memberId} problem={problem} />
        </KeptTicketsQuestion>
      )}
    </ScanGate>
  )
}
