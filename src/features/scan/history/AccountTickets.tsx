import { Plural, Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDateTime } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { ScanList } from '#src/features/scan/list/ScanList.tsx'
import { type AccountTicket, cardOf } from './accountTickets.ts'
import styles from './MyScansList.module.css'

/**
 * Tickets of which only the member's account tells: as cards, or as a line each where the account knows just the
 * points.
 */
export function AccountTickets({ tickets }: { tickets: readonly AccountTicket[] }) {
  if (tickets.length === 0) return null
  const lines = tickets.filter(({ ticket }) => ticket === null)
  return (
    <section className={styles['group']}>
      <h2>
        <Trans>Also in your account</Trans>
      </h2>
      <ScanList heading="h3" dated scans={tickets.flatMap((known) => cardOf(known) ?? [])} />
      {lines.length > 0 && <TicketLines tickets={lines} />}
    </section>
  )
}

function TicketLines({ tickets }: { tickets: readonly AccountTicket[] }) {
  const lang = useLanguage()
  return (
    <ul className={styles['lines']}>
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
