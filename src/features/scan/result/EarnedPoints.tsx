import { Plural, Trans } from '@lingui/react/macro'
import { formatPoints } from '#src/i18n/numbers.ts'
import { StatusIcon } from '#src/features/scan/status/StatusIcon.tsx'
import { statusMessages } from '#src/features/scan/status/statusMessages.ts'
import type { SuccessStatus } from '#src/features/scan/status/statusPhase.ts'
import styles from './EarnedPoints.module.css'

interface EarnedPointsProps {
  status: SuccessStatus
  /** Whether points of queued scans follow after the concert, rather than with the network. */
  followsConcert: boolean
  /** Points given, or to be given; null if they are not known yet. */
  points: number | null
  /** The member's balance including these points; null while it is not known. */
  balance: number | null
}

/**
 * The points that scanning has earned, in large type. Screen readers announce it when it appears and when it changes.
 */
export function EarnedPoints({ status, followsConcert, points, balance }: EarnedPointsProps) {
  const promise = followsConcert ? 'pending' : status
  return (
    <output className={`${styles['earned']} ${styles[status] ?? ''}`}>
      <span className={styles['mark']}>
        <StatusIcon icon={statusMessages[status].icon} />
      </span>
      <span>
        {points === null ? <UncountedPoints status={promise} /> : <CountedPoints status={promise} points={points} />}
      </span>
      {status === 'credited' && balance !== null && <Balance points={balance} />}
    </output>
  )
}

function CountedPoints({ status, points }: { status: SuccessStatus; points: number }) {
  const figure = <span className={styles['figure']}>{formatPoints(points)}</span>
  const given = <span className={styles['figure']}>+{formatPoints(points)}</span>
  switch (status) {
    case 'credited':
      return <Plural value={points} one={<span>{given} point</span>} other={<span>{given} points</span>} />
    case 'pending':
      return (
        <Plural
          value={points}
          one={<span>{figure} point follows after the concert</span>}
          other={<span>{figure} points follow after the concert</span>}
        />
      )
    case 'queued':
      return (
        <Plural
          value={points}
          one={<span>{figure} point follows when you’re back online</span>}
          other={<span>{figure} points follow when you’re back online</span>}
        />
      )
    case 'queued_paused':
      return (
        <Plural
          value={points}
          one={<span>{figure} point follows once you’re online and signed in</span>}
          other={<span>{figure} points follow once you’re online and signed in</span>}
        />
      )
  }
}

function UncountedPoints({ status }: { status: SuccessStatus }) {
  switch (status) {
    case 'credited':
      return <Trans>Your points are in your account</Trans>
    case 'pending':
      return <Trans>Your points follow after the concert</Trans>
    case 'queued':
      return <Trans>Your points follow when you’re back online</Trans>
    case 'queued_paused':
      return <Trans>Your points follow once you’re online and signed in</Trans>
  }
}

function Balance({ points }: { points: number }) {
  const figure = formatPoints(points)
  return (
    <span className={styles['balance']}>
      <Plural value={points} one={`You now have ${figure} point.`} other={`You now have ${figure} points.`} />
    </span>
  )
}
