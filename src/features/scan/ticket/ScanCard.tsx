import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDateTime } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { useSendingPause } from '#src/sync/scheduler.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import styles from './ScanCard.module.css'
import { ScanTitle } from './ScanTitle.tsx'
import type { Standing } from '#src/features/scan/status/displayStatus.ts'
import { explanationOf } from '#src/features/scan/status/statusMessages.ts'
import { StateBadge } from '#src/features/scan/status/StatusBadge.tsx'
import type { TicketView } from './ticketView.ts'

interface ScanCardProps {
  entry: ScanEntry
  standing: Standing
  /** Null for a code that says nothing here and that the server has not seen. */
  view: TicketView | null
  /** The level of the title: below the page's own (h2), or below a section's (h3). */
  heading: 'h2' | 'h3'
  /** Says when the code was read. */
  dated?: boolean
  /** In place of the standing's badge: what is going on just now. */
  progress?: ReactNode
  /** What the member can do. */
  children?: ReactNode
}

/** One scan in a list: what it is, where it stands, what happens next. */
export function ScanCard({
  entry,
  standing,
  view,
  heading: Heading,
  dated = false,
  progress,
  children,
}: ScanCardProps) {
  const { i18n } = useLingui()
  const explanation = explanationOf(standing, useSendingPause() !== null)
  return (
    <article className={styles['card']}>
      <header className={styles['head']}>
        <Heading className={styles['title']}>
          <ScanTitle view={view} capturedAt={entry.capturedAt} />
        </Heading>
        {view && <TicketLine view={view} />}
      </header>
      <div className={styles['standing']}>
        {progress ?? <StateBadge standing={standing} />}
        {view && view.points !== null && <PointsFigure standing={standing} points={view.points} />}
      </div>
      {explanation && <p className={styles['soft']}>{i18n._(explanation)}</p>}
      {dated && view && <ScannedOn moment={entry.capturedAt} />}
      {children && <div className={styles['actions']}>{children}</div>}
    </article>
  )
}

function TicketLine({ view }: { view: TicketView }) {
  const lang = useLanguage()
  return (
    <p className={styles['soft']}>
      {formatDateTime(view.startsAt, lang)}
      {view.seat !== '' && <span className={styles['seat']}>{view.seat}</span>}
    </p>
  )
}

const figureOf: Record<Standing, 'given' | 'expected' | 'none'> = {
  unconfirmed: 'expected',
  saved: 'expected',
  credited: 'given',
  pending: 'expected',
  invalid: 'none',
  not_found: 'none',
  expired: 'none',
  claimed_before: 'none',
  claimed_by_other: 'none',
  stuck: 'none',
}

function PointsFigure({ standing, points }: { standing: Standing; points: number }) {
  const figure = figureOf[standing]
  if (figure === 'none') return null
  const words = (
    <span className={styles['figure']}>{figure === 'given' ? `+${formatPoints(points)}` : formatPoints(points)}</span>
  )
  return (
    <p className={`${styles['points']} ${styles[figure]}`}>
      <Plural value={points} one={<span>{words} point</span>} other={<span>{words} points</span>} />
    </p>
  )
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
