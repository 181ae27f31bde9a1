import { createFileRoute, redirect } from '@tanstack/react-router'
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

interface Search extends Record<string, unknown> {
  /** The one scan with which whoever has just joined has begun to: it is theirs without a question. */
  mine?: string | undefined
}

export const Route = createFileRoute('/$lang/add-ticket')({
  validateSearch: ({ mine, ...search }: Record<string, unknown>): Search => ({
    ...search,
    mine: typeof mine === 'string' ? mine : undefined,
  }),
  loaderDeps: ({ search: { mine } }) => ({ mine }),
  loader: async ({ context, params, deps: { mine } }) => {
    prefetch(context.queryClient, contentQueries.staticContents())
    // Loaded on demand: every page loads the routes, but only this one takes tickets in.
    const [{ hasReceivedTickets }, { claimJoinedFor }] = await Promise.all([
      import('#src/features/scan/received/receiveTickets.ts'),
      import('#src/features/scan/visitor/signInTickets.ts'),
      loadMemberCatalog(),
    ])
    const member = rememberedMember()
    const scan = member?.emailVerified === true && mine !== undefined ? await claimJoinedFor(member.id, mine) : null
    if (scan !== null) throw redirect({ to: '/$lang/scan-preview', params, search: { scan }, replace: true })
    return { isKept: await hasReceivedTickets(member?.id ?? null) }
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
