import { Plural, Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDateTime } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import type { CardScan } from '#src/features/scan/ticket/ScanCard.tsx'
import { ScanList } from '#src/features/scan/ticket/ScanList.tsx'
import { ticketView } from '#src/features/scan/ticket/ticketView.ts'
import type { AccountTicket } from './accountTickets.ts'
import styles from './MyScansList.module.css'

/** Tickets of which only the member's account tells: as cards, or as a line each where the account knows just the points. */
export function AccountTickets({ tickets }: { tickets: readonly AccountTicket[] }) {
  if (tickets.length === 0) return null
  const lines = tickets.filter(({ ticket }) => ticket === null)
  return (
    <section className={styles['group']}>
      <h2>
        <Trans>Also in your account</Trans>
      </h2>
      <ScanList heading="h3" dated scans={tickets.flatMap((known) => toCard(known) ?? [])} />
      {lines.length > 0 && <TicketLines tickets={lines} />}
    </section>
  )
}

function toCard({ ticketNo, status, since, ticket }: AccountTicket): CardScan | null {
  if (!ticket) return null
  const state = status === 'success' ? 'credited' : 'pending'
  const entry = { id: ticketNo, state, capturedAt: Date.parse(since) } as const
  return { entry, status: state, ticket: ticketView(ticket, undefined, undefined) }
}

function TicketLines({ tickets }: { tickets: readonly AccountTicket[] }) {
  const lang = useLanguage()
  return (
    <ul>
      {tickets.map(({ ticketNo, points, since }) => {
        const figure = formatPoints(points)
        const when = formatDateTime(since, lang)
        return (
          <li key={ticketNo}>
            <Plural
              value={points}
              one={`Ticket ${ticketNo}: ${figure} point, added on ${when}`}
              other={`Ticket ${ticketNo}: ${figure} points, added on ${when}`}
            />
          </li>
        )
      })}
    </ul>
  )
}
