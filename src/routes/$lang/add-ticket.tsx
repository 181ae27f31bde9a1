import { createFileRoute } from '@tanstack/react-router'
import { AddTicketPage } from '#src/features/scan/received/AddTicketPage.tsx'
import { guestMessagesOf, shareProblemOf } from '#src/features/scan/received/shareProblem.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'
import { ScanGate } from '#src/features/scan/ScanGate.tsx'

export const Route = createFileRoute('/$lang/add-ticket')({
  loader: async ({ context }) => {
    prefetch(context.queryClient, contentQueries.staticContents())
    // Loaded on demand: every page loads the routes, but only this one takes tickets in.
    const [{ hasReceivedTickets }] = await Promise.all([
      import('#src/features/scan/received/receiveTickets.ts'),
      loadMemberCatalog(),
    ])
    return { isKept: await hasReceivedTickets() }
  },
  staticData: { asksForSignIn: true, isScanInProgress: true },
  component: AddTicket,
})

function AddTicket() {
  const problem = shareProblemOf(Route.useSearch())
  const { isKept } = Route.useLoaderData()
  return (
    <ScanGate guestMessages={guestMessagesOf(problem, isKept)}>
      {(memberId) => <AddTicketPage key={memberId} memberId={memberId} problem={problem} />}
    </ScanGate>
  )
}
