import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { MilesConfig, ContentBlock } from '#contract/content.ts'
import { type DeliveryMethod, deliveryMethods } from '#contract/spending/deliveryMethods.ts'
import { milesOf } from '#contract/spending/miles.ts'
import type { RewardItem } from '#contract/spending/rewards.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { DateText } from '#src/ui/content/DateText.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { Points } from '#src/ui/content/Points.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { deliveryMessages } from '../deliveryMessages.ts'
import styles from './RewardDetail.module.css'

interface RewardFactsProps {
  reward: RewardItem
  /** The member's; null for a visitor. */
  points: number | null
}

/** The facts of a reward: points, last redemption date, delivery, and how long there is to use it. */
export function RewardFacts({ reward, points }: RewardFactsProps) {
  const { i18n, t } = useLingui()
  const isMiles = reward.rewardType === 'Asia Miles'
  const { delivery_methods: ways, voucher_validity: validity } = reward
  const vouchers = ways.filter((way) => deliveryMethods[way].givesVoucher)
  const rows = [
    ...(isMiles && points !== null ? [{ term: t`Your points`, value: formatPoints(points) }] : []),
    ...(reward.each_member_max === null
      ? []
      : [
          {
            term: t`Per member`,
            value: <Trans>Up to {reward.each_member_max}</Trans>,
          },
        ]),
    ...(reward.expiry_date === null
      ? []
      : [{ term: t`Redeem by`, value: <DateText moment={reward.expiry_date} time /> }]),
    ...(ways.length === 0
      ? []
      : [{ term: t`How you’ll receive it`, value: ways.map((way) => i18n._(deliveryMessages[way])).join(' · ') }]),
    ...(validity === null || (ways.length > 0 && vouchers.length === 0)
      ? []
      : [
          {
            term:
              vouchers.length > 0 && vouchers.every((way) => deliveryMethods[way].isCollected)
                ? t`Collect within`
                : t`Voucher valid for`,
            value:
              validity.unit === 'days' ? (
                <Plural value={validity.count} one="# day" other="# days" />
              ) : (
                <Plural value={validity.count} one="# month" other="# months" />
              ),
          },
        ]),
  ]
  return (
    <>
      {reward.rewardType === 'Item' && (
        <p className={styles['price']}>
          <Points points={reward.points} />
        </p>
      )}
      {rows.length > 0 && <DefinitionList rows={rows} />}
    </>
  )
}

/**
 * What some amounts of points are in miles. It comes with the contents, and stands below what converts: above, it would
 * push a button away from the finger.
 */
export function MilesAmounts({ options, rate }: MilesConfig) {
  const { t } = useLingui()
  const rows = options.map((amount) => {
    const given = formatPoints(amount)
    const got = formatPoints(milesOf(amount, { rate }))
    return { term: t`${given} points`, value: t`${got} miles` }
  })
  return <DefinitionList rows={rows} />
}

interface AfterwardsProps {
  ways: readonly DeliveryMethod[]
  messages: readonly ContentBlock[]
}

/**
 * What follows a redemption, for each way in which the reward can be received. It stands below what redeems: it comes
 * with the contents, and would push a button away from the finger.
 */
export function Afterwards({ ways, messages }: AfterwardsProps) {
  return messages
    .filter(({ code }) => ways.some((way) => way === code))
    .map(({ code, content }) => <RichText key={code} text={content} className={styles['afterwards']} />)
}
