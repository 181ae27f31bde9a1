import { Trans, useLingui } from '@lingui/react/macro'
import type { LockedReward } from '#contract/spending/rewards.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import styles from './LockedRewards.module.css'
import { TierBadges } from './RewardLabels.tsx'

/** What a higher tier has: its name and the tier, and the way to the tiers. A stored list may hold what has ended. */
export function LockedRewards({ rewards, now }: { rewards: readonly LockedReward[]; now: number }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const open = rewards.filter(({ expiry_date: end }) => end === null || Date.parse(end) > now)
  if (open.length === 0) return null
  return (
    <Section
      title={t`With a higher tier`}
      rule
      action={
        <TextLink to="/$lang/whats-club-bravo" params={{ lang }} hash="membership-tiers">
          <Trans>Compare the tiers</Trans>
        </TextLink>
      }
    >
      <ul className={styles['locked']}>
        {open.map(({ name, reward_visibility_tiers: tiers }) => (
          <li key={JSON.stringify(name)} className={styles['reward']}>
            <Icon name="lock" />
            <span className={styles['name']}>
              <LocalText text={name} />
            </span>
            <TierBadges tiers={tiers} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
