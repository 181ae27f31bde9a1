import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type GiftTier, type Tier, tierTable } from '#contract/member/tiers.ts'
import { formatPoints } from '#src/i18n/numbers.ts'

function bonusOf(tier: GiftTier): MessageDescriptor {
  const points = formatPoints(tierTable[tier].upgradeBonus.points)
  return msg`${points} bonus points the first time`
}

/**
 * What a tier brings (specification sections 1, 6 and 9), for the tiers that an upgrade can give; `end`: its last day.
 */
export const tierBenefits: Readonly<Partial<Record<Tier, readonly MessageDescriptor[]>>> = {
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
