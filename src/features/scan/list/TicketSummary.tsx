import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode } from 'react'
import { isBeforeEnd, isLate, lastDayOf, type TicketView } from '#src/features/ticket/ticketView.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate, formatDateTime } from '#src/i18n/dates.ts'
import { formatMoney, formatPoints } from '#src/i18n/numbers.ts'
import { localized } from '#src/i18n/localized.ts'
import { transactionMessage } from '#src/i18n/transactionMessages.ts'
import { useNow } from '#src/platform/now.ts'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { saveCalendarFile } from '#src/platform/calendarFile.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { ScanTitle } from './ScanTitle.tsx'
import { seatLabel } from '#src/i18n/seatLabel.ts'
import alone from '#src/ui/actions/alone.module.css'
import styles from './TicketSummary.module.css'

interface TicketSummaryProps {
  /** Null for a code that this device cannot read and that the server has not seen. */
  ticket: TicketView | null
  /** When the code was read, in milliseconds since 1970. */
  capturedAt: number
  /**
   * Omits the points: the page shows them elsewhere (`total`), or the ticket gave none (`all`, also those of a
   * campaign).
   */
  withoutPoints?: 'total' | 'all'
  /** What is said in place of a ticket that is not known; by default that it will be shown. */
  unknown?: ReactNode
}

/** A ticket, drawn like a paper one: the concert, and its points on the stub. */
export function TicketSummary({ ticket, capturedAt, withoutPoints, unknown }: TicketSummaryProps) {
  const now = useNow()
  const points = isLate(ticket, now) ? null : (ticket?.points ?? null)
  return (
    <section className={styles['ticket']}>
      <div className={styles['body']}>
        <h2>
          <ScanTitle ticket={ticket} capturedAt={capturedAt} />
        </h2>
        {ticket ? (
          <>
            <TicketFacts ticket={ticket} bonuses={withoutPoints === 'all' ? [] : ticket.bonuses} />
            {withoutPoints !== 'all' && <ConcertCalendarButton ticket={ticket} />}
          </>
        ) : (
          <p className={styles['soft']}>
            {unknown ?? <Trans>You’ll see the concert and seat here once you’re online.</Trans>}
          </p>
        )}
      </div>
      {points !== null && !withoutPoints && <Stub points={points} follows={isBeforeEnd(ticket, now)} />}
    </section>
  )
}

/** `follows`: the points come after the concert. */
function Stub({ points, follows }: { points: number; follows: boolean }) {
  const figure = <span className={styles['figure']}>{formatPoints(points)}</span>
  return (
    <p className={styles['stub']}>
      {follows ? (
        <Plural
          value={points}
          one={<span>{figure} point after the concert</span>}
          other={<span>{figure} points after the concert</span>}
        />
      ) : (
        <Plural value={points} one={<span>{figure} point</span>} other={<span>{figure} points</span>} />
      )}
    </p>
  )
}

function TicketFacts({ ticket, bonuses }: { ticket: TicketView; bonuses: TicketView['bonuses'] }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const rows = [
    { term: t`Date`, value: formatDateTime(ticket.startsAt, lang) },
    ...(ticket.venue ? [{ term: t`Venue`, value: localized(ticket.venue, lang) }] : []),
    ...(ticket.seat === '' ? [] : [{ term: t`Seat`, value: seatLabel(ticket.seat, i18n) }]),
    { term: t`Price`, value: formatMoney(ticket.amount) },
    ...(ticket.sendBy === null ? [] : [{ term: t`Claim by`, value: formatDate(lastDayOf(ticket.sendBy), lang) }]),
    ...bonuses.map(({ code, points }) => {
      const figure = `+${formatPoints(points)}`
      return {
        term: transactionMessage({ description: code }, lang, i18n),
        value: <Plural value={points} one={`${figure} point`} other={`${figure} points`} />,
      }
    }),
  ]
  return <DefinitionList rows={rows} />
}

/**
 * Puts the concert of a ticket into the device's calendar; nothing once it has begun, or while its name is not known.
 */
function ConcertCalendarButton({ ticket }: { ticket: TicketView }) {
  const lang = useLanguage()
  const now = useNow()
  const { concert, venue, startsAt } = ticket
  if (concert === null || Date.parse(startsAt) < now) return null
  const save = () =>
    saveCalendarFile({
      // Two tickets of a concert are one evening.
      id: `concert-${Date.parse(startsAt)}-${concert.en.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
      title: localized(concert, lang),
      startsAt,
      place: venue === null ? '' : localized(venue, lang),
      description: '',
      url: null,
    })
  return (
    <p>
      <Button variant="quiet" className={alone['alone']} onClick={save}>
        <Icon name="calendar" />
        <Trans>Add to calendar</Trans>
      </Button>
    </p>
  )
}
