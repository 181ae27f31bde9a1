import { createFileRoute, redirect } from '@tanstack/react-router'
import { preferredLanguage } from '#src/i18n/language.ts'

/**
 * Where tickets come into the app (contract/scan/ticket.ts, `ticketPath`): takes them in, and goes on without them in
 * the address.
 */
export const Route = createFileRoute('/t')({
  beforeLoad: async ({ location: { searchStr } }) => {
    const { receiveTickets } = await import('#src/features/scan/received/receiveTickets.ts')
    receiveTickets()
    throw redirect({ href: `/${preferredLanguage()}/add-ticket${searchStr}`, replace: true })
  },
})
