import { useLingui } from '@lingui/react/macro'
import type { DeliveryMethod, RewardItem } from '#contract/spending/rewards.ts'
import { deliveryMessages } from '../deliveryMessages.ts'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Points } from '#src/ui/content/Points.tsx'

interface RedemptionSummaryProps {
  reward: RewardItem
  quantity: number
  /** The total that was asked for, where that is known; otherwise it is today's. */
  points?: number | null
  /** Only where it is no longer asked for. */
  delivery?: DeliveryMethod | null
}

/** What is redeemed, and for how many points. */
export function RedemptionSummary({ reward, quantity, points = null, delivery = null }: RedemptionSummaryProps) {
  const { t, i18n } = useLingui()
  const rows = [
    { term: t`Reward`, value: <LocalText text={reward.name} /> },
    { term: t`Quantity`, value: quantity },
    { term: t`Points`, value: <Points points={points ?? reward.points * quantity} bare /> },
    ...(delivery === null ? [] : [{ term: t`How you’ll receive it`, value: i18n._(deliveryMessages[delivery]) }]),
  ]
  return <DefinitionList rows={rows} />
}
