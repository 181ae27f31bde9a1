import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Tier } from '#contract/member/tiers.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Points } from '#src/ui/content/Points.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import type { ExpiringPoints } from './expiringPoints.ts'
import styles from './PointsBalance.module.css'

interface PointsBalanceProps {
  points: number
  tier: Tier
  /** Beside the tier. */
  badge: ReactNode
  expiring: readonly ExpiringPoints[]
  /** What one can do with the membership. */
  children: ReactNode
}

/** The member's points and tier, and which points expire soon. */
export function PointsBalance({ points, tier, badge, expiring, children }: PointsBalanceProps) {
  return (
    <section className={styles['balance']} aria-labelledby="account-points" data-ground="hall">
      <div className={styles['words']}>
        <h2 id="account-points" className={styles['label']}>
          <Trans>Your points</Trans>
        </h2>
        <div className={styles['points']}>
          <p className={styles['figure']}>
            <Points points={points} bare />
          </p>
          <TierBadge tier={tier} />
          {badge}
        </div>
        {expiring.length > 0 && (
          <ul className={styles['expiring']}>
            {expiring.map((soon) => (
              <ExpiringLine key={soon.lastMoment} soon={soon} />
            ))}
          </ul>
        )}
      </div>
      <div className={styles['ways']}>{children}</div>
    </section>
  )
}

function ExpiringLine({ soon: { points, lastMoment } }: { soon: ExpiringPoints }) {
  const day = formatDate(lastMoment, useLanguage())
  const figure = formatPoints(points)
  return (
    <li className={styles['soon']}>
      <Icon name="clock" />
      <span>
        <Plural
          value={points}
          one={`${figure} point expires at the end of ${day}`}
          other={`${figure} points expire at the end of ${day}`}
        />
      </span>
    </li>
  )
}
