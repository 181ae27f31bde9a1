import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDateTime } from '#src/i18n/dates.ts'
import { formatMoney, formatPoints } from '#src/i18n/numbers.ts'
import { localized } from '#src/i18n/localized.ts'
import { DefinitionList } from '#src/ui/DefinitionList.tsx'
import { ScanTitle } from './ScanTitle.tsx'
import styles from './TicketSummary.module.css'
import type { TicketView } from './ticketView.ts'

interface TicketSummaryProps {
  /** Null for a code that says nothing here and that the server has not seen. */
  view: TicketView | null
  /** When the code was read, in milliseconds since 1970. */
  capturedAt: number
  /** Leaves out the stub: this ticket gave no points, or the page says larger elsewhere how many. */
  withoutPoints?: boolean
}

/** One ticket, drawn as a ticket: the concert, and on the stub the points that it gives. */
export function TicketSummary({ view, capturedAt, withoutPoints = false }: TicketSummaryProps) {
  const points = view?.points ?? null
  return (
    <section className={styles['ticket']}>
      <div className={styles['body']}>
        <h2>
          <ScanTitle view={view} capturedAt={capturedAt} />
        </h2>
        {view ? (
          <TicketFacts view={view} />
        ) : (
          <p className={styles['soft']}>
            <Trans>We’ll show the concert and seat as soon as you’re online.</Trans>
          </p>
        )}
      </div>
      {points !== null && !withoutPoints && <Stub points={points} />}
    </section>
  )
}

function Stub({ points }: { points: number }) {
  const figure = <span className={styles['figure']}>{formatPoints(points)}</span>
  return (
    <p className={styles['stub']}>
      <Plural value={points} one={<span>{figure} point</span>} other={<span>{figure} points</span>} />
    </p>
  )
}

function TicketFacts({ view }: { view: TicketView }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const rows = [
    { term: t`Date`, value: formatDateTime(view.startsAt, lang) },
    ...(view.venue ? [{ term: t`Venue`, value: localized(view.venue, lang) }] : []),
    ...(view.seat === '' ? [] : [{ term: t`Seat`, value: view.seat }]),
    { term: t`Price`, value: formatMoney(view.amount) },
  ]
  return <DefinitionList rows={rows} />
}
