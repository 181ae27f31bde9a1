import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { RedeemedItem } from '#contract/redeemedItems.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { deliveryMessages } from '#src/i18n/deliveryMessages.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { linesOf } from '#src/query/postalAddress.ts'
import { Card } from '#src/ui/Card.tsx'
import { DateText } from '#src/ui/DateText.tsx'
import { DefinitionList } from '#src/ui/DefinitionList.tsx'
import { LocalText } from '#src/ui/LocalText.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { Coupons } from './Coupons.tsx'
import styles from './MyRewardsPage.module.css'

/** One redemption. */
export function RedeemedItemCard({ item }: { item: RedeemedItem }) {
  const { t, i18n } = useLingui()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const lines = linesOf(item.address ?? undefined, contents?.countries ?? [], useLanguage())
  const address = lines.flatMap(({ text }) => text ?? [])
  const rows = [
    { term: t`Redeemed on`, value: <DateText moment={item.redeemed_at} time /> },
    { term: t`Reference`, value: <span className={styles['reference']}>{item.ref_no}</span> },
    { term: t`Quantity`, value: item.quantity },
    { term: t`Points used`, value: formatPoints(item.points_redeemed) },
    ...(item.delivery === null
      ? []
      : [{ term: t`How you’ll receive it`, value: i18n._(deliveryMessages[item.delivery]) }]),
    ...(address.length === 0
      ? []
      : [{ term: t`Mailing address`, value: <address className={styles['address']}>{address.join('\n')}</address> }]),
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
          <DefinitionList rows={rows} />
        </div>
      </div>
    </Card>
  )
}
