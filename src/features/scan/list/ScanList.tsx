import type { ReactNode } from 'react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { TierUpgrade } from '#contract/scan/scan.ts'
import { endsSoon, isLate, lastDayOf, type TicketView, warningStartOf } from '#src/features/ticket/ticketView.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { byMonth, formatDate, formatDateTime, formatYearMonth } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { hasServerTrouble, type ScanEntry } from '#src/outbox/entry.ts'
import { useNow } from '#src/platform/now.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import type { DisplayStatus } from '#src/features/scan/status/displayStatus.ts'
import { StatusBadge } from '#src/features/scan/status/StatusBadge.tsx'
import { useStatusMessages } from '#src/features/scan/status/useStatusMessages.ts'
import { isContactable, isWithoutPoints, phaseOf } from '#src/features/scan/status/statusPhase.ts'
import type { DisplayedScan } from '#src/features/scan/useDisplayedScans.ts'
import { seatLabel } from '#src/i18n/seatLabel.ts'
import styles from './ScanList.module.css'
import { CardActions } from './CardActions.tsx'
import { ScanTitle } from './ScanTitle.tsx'
import { ServerTrouble } from './ServerTrouble.tsx'

interface ScanListProps<Scan extends CardScan> {
  scans: readonly Scan[]
  /** The heading level of their titles. */
  heading: 'h2' | 'h3'
  /** Shows when each was scanned. */
  dated?: boolean
  /** Their statuses are about to change: each keeps its lines. What waits to be confirmed is not said of each. */
  steady?: boolean
  /** The buttons of a scan. */
  renderActions?: (scan: Scan) => ReactNode
}

/** Scans, each on a card of its own. */
export function ScanList<Scan extends CardScan>({
  scans,
  heading,
  dated = false,
  steady = false,
  renderActions,
}: ScanListProps<Scan>) {
  return (
    <ul className={steady ? `${styles['list']} ${styles['steady']}` : styles['list']}>
      {scans.map((scan) => (
        <li key={scan.entry.id}>
          <ScanCard
            heading={heading}
            dated={dated}
            isToConfirm={steady && phaseOf(scan.status) === 'unconfirmed'}
            scan={scan}
          >
            {renderActions?.(scan)}
          </ScanCard>
        </li>
      ))}
    </ul>
  )
}

/** Scans with which all is done: a card for each month of concerts, newest first, with a line for each scan. */
export function ScansByMonth({ scans }: { scans: readonly CardScan[] }) {
  const lang = useLanguage()
  const momentOf = ({ ticket, entry }: CardScan) => (ticket ? Date.parse(ticket.startsAt) : entry.capturedAt)
  const newestFirst = scans.toSorted((one, other) => momentOf(other) - momentOf(one))
  return byMonth(newestFirst, momentOf).map(([month, ofMonth]) => (
    <section key={month} className={styles['month']}>
      <h3>{formatYearMonth(month, lang)}</h3>
      <ul className={styles['lines']}>
        {ofMonth.map((scan) => (
          <li key={scan.entry.id}>
            <ScanCard heading="h4" dated isToConfirm={false} scan={scan} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** What a card shows of a scan: one of this device, or a ticket that the account tells of. */
export interface CardScan extends Pick<DisplayedScan, 'status' | 'ticket'> {
  entry: Pick<ScanEntry, 'id' | 'state' | 'reason' | 'serverErrors' | 'capturedAt' | 'upgrade'>
}

interface ScanCardProps {
  scan: CardScan
  /** Below the page's own heading (h2), a section's (h3) or a month's (h4). */
  heading: 'h2' | 'h3' | 'h4'
  /** Shows when the code was scanned. */
  dated?: boolean
  /** The page asks for its confirmation, and says so. */
  isToConfirm: boolean
  /** The scan's buttons. */
  children?: ReactNode
}

/** One scan in a list: its ticket, its status and what happens next. */
function ScanCard({ scan, heading: Heading, dated = false, isToConfirm, children }: ScanCardProps) {
  const { i18n } = useLingui()
  const { entry, status, ticket } = scan
  const { explanation } = useStatusMessages(status)
  return (
    <article className={styles['card']}>
      <header className={styles['head']}>
        <Heading className={styles['title']}>
          <ScanTitle ticket={ticket} capturedAt={entry.capturedAt} />
        </Heading>
        {ticket && <TicketLine ticket={ticket} />}
      </header>
      <div className={styles['status']}>
        <span className={isToConfirm ? styles['unseen'] : undefined}>
          <StatusBadge status={status} plain={dated && status === 'credited'} />
        </span>
        {ticket && ticket.points !== null && <PointsFigure status={status} points={ticket.points} />}
      </div>
      {status === 'credited' && entry.upgrade && <Upgrade upgrade={entry.upgrade} />}
      {explanation && !hasServerTrouble(entry) && <p className={styles['soft']}>{i18n._(explanation)}</p>}
      {isContactable(status) && <Contact />}
      <ServerTrouble entry={entry} />
      {ticket?.sendBy && status !== 'awaited' && phaseOf(status) !== 'refused' && <SendBy sendBy={ticket.sendBy} />}
      {dated && ticket && <ScannedOn moment={entry.capturedAt} />}
      {children && <CardActions>{children}</CardActions>}
    </article>
  )
}

function Contact() {
  const lang = useLanguage()
  return (
    <p>
      <TextLink to="/$lang/contact-us" params={{ lang }}>
        <Trans>Contact us</Trans>
      </TextLink>
    </p>
  )
}

function TicketLine({ ticket }: { ticket: TicketView }) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  return (
    <p className={`${styles['soft']} ${styles['line']}`}>
      <span>{formatDateTime(ticket.startsAt, lang)}</span>
      {ticket.seat !== '' && <span className={styles['seat']}>{seatLabel(ticket.seat, i18n)}</span>}
    </p>
  )
}

function PointsFigure({ status, points }: { status: DisplayStatus; points: number }) {
  if (isWithoutPoints(status)) return null
  const isGiven = status === 'credited'
  const words = <span className={styles['figure']}>{isGiven ? `+${formatPoints(points)}` : formatPoints(points)}</span>
  return (
    <p className={`${styles['points']} ${styles[isGiven ? 'given' : 'expected']}`}>
      <Plural value={points} one={<span>{words} point</span>} other={<span>{words} points</span>} />
    </p>
  )
}

function Upgrade({ upgrade: { tier, points } }: { upgrade: TierUpgrade }) {
  const { i18n } = useLingui()
  const tierName = i18n._(tierMessages[tier])
  const figure = formatPoints(points)
  return (
    <p>
      {points > 0 ? (
        <Trans>
          This ticket upgraded you to {tierName}, with {figure} bonus points.
        </Trans>
      ) : (
        <Trans>This ticket upgraded you to {tierName}.</Trans>
      )}
    </p>
  )
}

/** The last day on which the scan can reach the club, from the first moment; what is over says so where it ends. */
function SendBy({ sendBy }: { sendBy: string }) {
  const lang = useLanguage()
  const now = useNow([warningStartOf(sendBy), sendBy])
  if (isLate({ sendBy }, now)) return null
  const date = formatDate(lastDayOf(sendBy), lang)
  const text = <Trans>Send by {date}</Trans>
  return <p className={styles['small']}>{endsSoon({ sendBy }, now) ? <Badge tone="warning">{text}</Badge> : text}</p>
}

function ScannedOn({ moment }: { moment: number }) {
  const lang = useLanguage()
  const when = formatDateTime(moment, lang)
  return (
    <p className={styles['small']}>
      <Trans>Scanned on {when}</Trans>
    </p>
  )
}
