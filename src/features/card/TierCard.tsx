import { Trans } from '@lingui/react/macro'
import type { Tier } from '#contract/member/tiers.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { CardArt, CardClub } from './CardArt.tsx'
import styles from './TierCard.module.css'
import { TierName } from './TierName.tsx'

interface TierCardProps {
  tier: Tier
  /** The tier before, from which the card turns over; absent where nothing has changed. */
  from?: Tier | undefined
  name: string | null
  memberNo: string | null
  /** The last moment of the tier, ISO 8601; null where it has no end. */
  validUntil: string | null
}

/** The membership card as a picture of itself: no codes, it is not for holding out. */
export function TierCard({ tier, from, name, memberNo, validUntil }: TierCardProps) {
  const lang = useLanguage()
  const end = validUntil === null ? null : formatDate(validUntil, lang)
  return (
    <div className={styles['scene']}>
      <div className={from === undefined ? styles['still'] : styles['turning']}>
        <div className={styles['face']} data-tier={tier}>
          <CardArt />
          <CardClub />
          {name !== null && (
            <p className={styles['name']} translate="no">
              {name}
            </p>
          )}
          <p className={styles['tier']}>
            <TierName tier={tier} />
          </p>
          <p className={styles['facts']}>
            {memberNo !== null && <span translate="no">{memberNo}</span>}
            {end !== null && (
              <span>
                <Trans>Valid until {end}</Trans>
              </span>
            )}
          </p>
        </div>
        {from !== undefined && (
          <div className={`${styles['face']} ${styles['back']}`} data-tier={from} aria-hidden="true">
            <CardArt />
            <CardClub />
          </div>
        )}
      </div>
    </div>
  )
}
