import { Plural, Trans } from '@lingui/react/macro'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Award.module.css'
import type { brightestOf } from './standing.ts'
import { standingWords } from './standingWords.ts'

interface AwardProps {
  standing: ReturnType<typeof brightestOf>
  /** Points given, or to be given; null where they are not known yet. */
  points: number | null
  /** Nothing is sent before the member has signed in again. */
  paused: boolean
  /** The member's balance with these points in it; null while it is not known. */
  balance: number | null
}

/** What scanning has brought, large: announced when it appears and when it changes. */
export function Award({ standing, points, paused, balance }: AwardProps) {
  return (
    <output className={`${styles['award']} ${styles[standing]}`}>
      <span className={styles['mark']}>
        <Icon name={standingWords[standing].icon} />
      </span>
      <span>
        {points === null ? (
          <UncountedWords standing={standing} paused={paused} />
        ) : (
          <CountedWords standing={standing} points={points} paused={paused} />
        )}
      </span>
      {standing === 'credited' && balance !== null && <Balance points={balance} />}
    </output>
  )
}

function CountedWords({ standing, points, paused }: Pick<AwardProps, 'standing' | 'paused'> & { points: number }) {
  const figure = <span className={styles['figure']}>{formatPoints(points)}</span>
  const given = <span className={styles['figure']}>+{formatPoints(points)}</span>
  switch (standing) {
    case 'credited':
      return <Plural value={points} one={<span>{given} point added</span>} other={<span>{given} points added</span>} />
    case 'pending':
      return (
        <Plural
          value={points}
          one={<span>{figure} point follows after the concert</span>}
          other={<span>{figure} points follow after the concert</span>}
        />
      )
    case 'saved':
      return paused ? (
        <Plural
          value={points}
          one={<span>{figure} point follows once you’re online and signed in</span>}
          other={<span>{figure} points follow once you’re online and signed in</span>}
        />
      ) : (
        <Plural
          value={points}
          one={<span>{figure} point follows when you’re back online</span>}
          other={<span>{figure} points follow when you’re back online</span>}
        />
      )
  }
}

function UncountedWords({ standing, paused }: Pick<AwardProps, 'standing' | 'paused'>) {
  switch (standing) {
    case 'credited':
      return <Trans>Your points have been added</Trans>
    case 'pending':
      return <Trans>Your points follow after the concert</Trans>
    case 'saved':
      return paused ? (
        <Trans>Your points follow once you’re online and signed in</Trans>
      ) : (
        <Trans>Your points follow when you’re back online</Trans>
      )
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
