import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveryMethods } from '#contract/spending/deliveryMethods.ts'
import type { RedeemedItem } from '#contract/spending/redeemedItems.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { deliveryMessages } from '../deliveryMessages.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { afterwardsOf } from '../afterwards.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { blockWithCode } from '#src/content/contentBlocks.ts'
import { linesOf } from '#src/content/postalAddress.ts'
import { Card } from '#src/ui/layout/Card.tsx'
import { DateText } from '#src/ui/content/DateText.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { Address, Reference } from '../OfferFacts.tsx'
import { Coupons } from './Coupons.tsx'
import { couponStateOf } from './couponState.ts'
import styles from './RedeemedItemCard.module.css'

/** One redemption. */
export function RedeemedItemCard({ item }: { item: RedeemedItem }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const { data: contents, isPending } = useQuery(contentQueries.staticContents())
  const lines = linesOf(item.address ?? undefined, contents?.countries ?? [], lang)
  const address = lines.flatMap(({ text }) => text ?? [])
  const [now] = useState(() => Date.now())
  const { delivery } = item
  const isWaiting =
    delivery !== null &&
    deliveryMethods[delivery].isCollected &&
    item.couponArr.some((coupon) => couponStateOf(coupon, now).kind === 'valid')
  const messages = afterwardsOf(item, contents?.redeem_success_messages, lang)
  const pickUp = isWaiting ? blockWithCode(messages, delivery) : null
  const rows = [
    { term: t`Redeemed on`, value: <DateText moment={item.redeemed_at} time /> },
    { term: t`Reference`, value: <Reference refNo={item.ref_no} /> },
    { term: t`Quantity`, value: item.quantity },
    { term: t`Points used`, value: formatPoints(item.points_redeemed) },
    ...(item.delivery === null
      ? []
      : [{ term: t`How you’ll receive it`, value: i18n._(deliveryMessages[item.delivery]) }]),
    ...(address.length === 0 ? [] : [{ term: t`Mailing address`, value: <Address lines={address} /> }]),
  ]
  const name = item.name === null ? t`A reward we no longer offer` : <LocalText text={item.name} />
  return (
    <Card title={name}>
      <div className={styles['redemption']}>
        <div className={styles['picture']}>
          <Picture image={item.image} alt="" sizes="12rem" ratio="card" />
        </div>
        <div className={styles['facts']}>
          {item.couponArr.length > 0 && <Coupons coupons={item.couponArr} name={name} />}
          {pickUp && <RichText text={pickUp.content} />}
          {isWaiting && isPending && <Skeleton shape="text" lines={3} />}
          <DefinitionList rows={rows} />
        </div>
      </div>
    </Card>
  )
}
