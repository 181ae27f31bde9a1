import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type GiftTier, type Tier, tierTable } from '#contract/member/tiers.ts'
import { useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Icon } from '#src/ui/content/Icon.tsx'
import styles from '../Registration.module.css'

function bonusOf(tier: GiftTier): MessageDescriptor {
  const points = formatPoints(tierTable[tier].upgradeBonus.points)
  return msg`${points} bonus points the first time`
}

/**
 * What a tier brings (specification sections 1, 6 and 9), for the tiers that an upgrade can give; `end`: its last day.
 */
const tierBenefits: Readonly<Partial<Record<Tier, readonly MessageDescriptor[]>>> = {
  Red: [
    msg`About 15% off tickets, and up to 30% off selected concerts`,
    msg`Priority registration for free concerts and events`,
    bonusOf('Red'),
    msg({ message: 'The Red membership card in the app, until {end}' }),
  ],
  Gold: [
    msg`Up to 30% off tickets`,
    msg`Everything in Red, and rewards for Gold members only`,
    msg`Free parking for up to 3 hours at concerts in Harbour Concert Hall`,
    bonusOf('Gold'),
    msg({ message: 'The Gold membership card in the app, until {end}' }),
  ],
}

interface TierBenefitsProps {
  tier: Tier
  /** The tier's last moment, in milliseconds of the epoch. */
  end: number
}

/** What a tier brings, as a list. */
export function TierBenefits({ tier, end }: TierBenefitsProps) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  return (
    <ul className={styles['benefits']}>
      {tierBenefits[tier]?.map((benefit) => (
        <li key={benefit.id}>
          <Icon name="check" />
          {i18n._({ ...benefit, values: { ...benefit.values, end: formatDate(end, lang) } })}
        </li>
      ))}
    </ul>
  )
}
