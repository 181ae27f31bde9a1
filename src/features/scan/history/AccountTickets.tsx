import { Plural, Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDateTime } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import type { AccountTicket } from './accountTickets.ts'
import styles from './MyScansList.module.css'

/** Tickets of which only the member's account tells, without a card: this device knows neither their concert nor their code. */
export function AccountTickets({ tickets }: { tickets: readonly AccountTicket[] }) {
  const lang = useLanguage()
  if (tickets.length === 0) return null
  return (
    <section className={styles['group']}>
      <h2>
        <Trans>Also in your account</Trans>
      </h2>
      <ul>
        {tickets.map(({ ticketNo, points, creditedAt }) => {
          const figure = formatPoints(points)
          const when = formatDateTime(creditedAt, lang)
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
    </section>
  )
}
