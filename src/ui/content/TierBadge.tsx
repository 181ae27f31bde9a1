import { useLingui } from '@lingui/react/macro'
import type { Tier } from '#contract/member/tiers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import styles from './TierBadge.module.css'

/** A member's tier: its name on the tier's colour, between thin brass lines. */
export function TierBadge({ tier }: { tier: Tier }) {
  const { i18n } = useLingui()
  return (
    <span className={styles['tier']} data-tier={tier}>
      {i18n._(tierMessages[tier])}
    </span>
  )
}
