import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatPoints } from '#src/i18n/numbers.ts'
import type { IconName } from '#src/ui/content/Icon.tsx'
import { ResultFigure, ResultNote, ResultPanel, ResultParts, type ResultTone } from '#src/ui/states/ResultPanel.tsx'
import type { SuccessStatus } from '#src/features/scan/status/statusPhase.ts'

interface EarnedPointsProps {
  status: SuccessStatus
  /** Whether points of queued scans follow after the concert, rather than with the network. */
  followsConcert: boolean
  /** Points that tickets give, or will give; null if they are not known yet. */
  points: number | null
  /** What an upgrade that they have brought gives on top; null without one. */
  upgradePoints: number | null
  /** The member's balance including these points; null while it is not known. */
  balance: number | null
  /** The card of a new tier. */
  picture?: ReactNode
  /** What the panel says besides. */
  children?: ReactNode
}

const looks = {
  credited: { tone: 'success', icon: 'check' },
  pending: { tone: 'waiting', icon: 'clock' },
  queued: { tone: 'saved', icon: 'phone' },
  queued_paused: { tone: 'saved', icon: 'phone' },
} as const satisfies Record<SuccessStatus, { tone: ResultTone; icon: IconName }>

/**
 * The points that scanning has earned, in large type. Screen readers announce it when it appears and when it changes.
 */
export function EarnedPoints({
  status,
  followsConcert,
  points,
  upgradePoints,
  balance,
  picture,
  children,
}: EarnedPointsProps) {
  const promise = followsConcert ? 'pending' : status
  return (
    <ResultPanel {...looks[status]} picture={picture}>
      {upgradePoints !== null && children}
      <output>
        {points === null ? (
          <UncountedPoints status={promise} />
        ) : (
          <CountedPoints status={promise} points={points + (upgradePoints ?? 0)} />
        )}
      </output>
      {points !== null && upgradePoints !== null && upgradePoints > 0 && (
        <Parts points={points} upgradePoints={upgradePoints} />
      )}
      {status === 'credited' && balance !== null && <Balance points={balance} />}
      {upgradePoints === null && children}
    </ResultPanel>
  )
}

function Parts({ points, upgradePoints }: { points: number; upgradePoints: number }) {
  const { t } = useLingui()
  return (
    <ResultParts
      parts={[
        { term: t`Tickets`, value: `+${formatPoints(points)}` },
        { term: t`Upgrade bonus`, value: `+${formatPoints(upgradePoints)}` },
      ]}
    />
  )
}

function CountedPoints({ status, points }: { status: SuccessStatus; points: number }) {
  const figure = <ResultFigure>{formatPoints(points)}</ResultFigure>
  const given = <ResultFigure>+{formatPoints(points)}</ResultFigure>
  switch (status) {
    case 'credited':
      return <Plural value={points} one={<span>{given} point</span>} other={<span>{given} points</span>} />
    case 'pending':
      return (
        <Plural
          value={points}
          one={<span>{figure} point after the concert</span>}
          other={<span>{figure} points after the concert</span>}
        />
      )
    case 'queued':
      return (
        <Plural
          value={points}
          one={<span>{figure} point when you’re back online</span>}
          other={<span>{figure} points when you’re back online</span>}
        />
      )
    case 'queued_paused':
      return (
        <Plural
          value={points}
          one={<span>{figure} point once you’re online and signed in</span>}
          other={<span>{figure} points once you’re online and signed in</span>}
        />
      )
  }
}

function UncountedPoints({ status }: { status: SuccessStatus }) {
  switch (status) {
    case 'credited':
      return <Trans>Your points are in your account</Trans>
    case 'pending':
      return <Trans>You’ll get your points after the concert</Trans>
    case 'queued':
      return <Trans>You’ll get your points when you’re back online</Trans>
    case 'queued_paused':
      return <Trans>You’ll get your points once you’re online and signed in</Trans>
  }
}

function Balance({ points }: { points: number }) {
  const figure = formatPoints(points)
  return (
    <ResultNote>
      <Plural value={points} one={`You now have ${figure} point.`} other={`You now have ${figure} points.`} />
    </ResultNote>
  )
}
