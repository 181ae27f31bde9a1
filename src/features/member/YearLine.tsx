import type { Tier } from '#contract/member/tiers.ts'
import type { MembershipRenewal } from '#contract/member/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import styles from './YearLine.module.css'

interface YearLineProps {
  tier: Tier
  renewal: MembershipRenewal
  /** In milliseconds since 1970. */
  now: number
}

/** The same day and time of the year before. */
function yearBefore(moment: number): number {
  const date = new Date(moment)
  return date.setUTCFullYear(date.getUTCFullYear() - 1)
}

const months = Array.from({ length: 11 }, (_, index) => index + 1)

/**
 * The membership year as a line with its months, from the tier of today to that of the next year, and how much of it
 * has passed. The sentences below it say the same, so that it is a picture alone.
 */
export function YearLine({ tier, renewal, now }: YearLineProps) {
  const lang = useLanguage()
  const end = Date.parse(renewal.at)
  const start = yearBefore(end)
  const today = `${Math.max(0, Math.min(1, (now - start) / (end - start))) * 100}%`
  return (
    <div className={styles['year']} aria-hidden="true">
      <p className={styles['ends']}>
        <TierBadge tier={tier} />
        {renewal.reason !== 'unlimited' && <TierBadge tier={renewal.tier} />}
      </p>
      <svg className={styles['drawing']}>
        <line className={styles['ground']} x1="0" x2="100%" y1="50%" y2="50%" />
        {months.map((month) => {
          const place = `${(month / 12) * 100}%`
          return <line key={month} className={styles['month']} x1={place} x2={place} y1="35%" y2="65%" />
        })}
        <line className={styles['passed']} x1="0" x2={today} y1="50%" y2="50%" />
        <circle className={styles['today']} cx={today} cy="50%" r="6" />
      </svg>
      <p className={styles['ends']}>
        <span>{formatDate(start, lang)}</span>
        <span>{formatDate(end - 1, lang)}</span>
      </p>
    </div>
  )
}
