import { createFileRoute } from '@tanstack/react-router'
import { AddTicketPage } from '#src/features/scan/received/AddTicketPage.tsx'
import { guestMessagesOf, shareProblemOf } from '#src/features/scan/received/shareProblem.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'
import { ScanGate } from './-scanGate.tsx'

export const Route = createFileRoute('/$lang/add-ticket')({
  beforeLoad: loadMemberCatalog,
  loader: ({ context }) => prefetch(context.queryClient, contentQueries.staticContents()),
  staticData: { asksForSignIn: true, isScanInProgress: true },
  component: AddTicket,
})

function AddTicket() {
  const problem = shareProblemOf(Route.useSearch())
  return (
    <ScanGate guestMessages={guestMessagesOf(problem)}>
      {(memberId) => <AddTicketPage key={memberId} memberId={memberId} problem={problem} />}
    </ScanGate>
  )
}
