import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { RedeemedItem } from '#contract/spending/redeemedItems.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { useNow } from '#src/platform/now.ts'
import { deliveryMethods } from '#contract/spending/deliveryMethods.ts'
import type { Parcel } from '#contract/spending/parcels.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { blockWithCode } from '#src/content/contentBlocks.ts'
import { writtenAddress } from '#contract/registration/postalAddress.ts'
import { Card } from '#src/ui/layout/Card.tsx'
import { DateText } from '#src/ui/content/DateText.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { deliveryMessages } from '../deliveryMessages.ts'
import { afterwardsOf } from '../afterwards.ts'
import { Address, Reference } from '../OfferFacts.tsx'
import { groupByUse, voucherStateOf } from './voucherState.ts'
import { OwnList, OwnOffersPage } from './OwnOffersPage.tsx'
import { Vouchers } from './Vouchers.tsx'
import styles from './MyRewardsPage.module.css'

/** Everything that the member has redeemed, with its vouchers. */
export function MyRewardsPage() {
  const { t } = useLingui()
  return (
    <OwnOffersPage
      title={t`My rewards`}
      lead={t`Everything you’ve redeemed.`}
      offlineLead={t`Everything you’ve redeemed. Your vouchers work offline, too.`}
      query={useQuery(memberAreaQueries.redeemedItems())}
      failure={<Trans>We couldn’t load your rewards</Trans>}
    >
      {({ redeemed_items: items }) => (items.length === 0 ? <NoRewards /> : <RedeemedItems items={items} />)}
    </OwnOffersPage>
  )
}

function NoRewards() {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <EmptyState title={t`You haven’t redeemed anything yet`} icon="gift">
      <p>
        <Trans>Vouchers, tickets and gifts that you redeem will be here.</Trans>
      </p>
      <LinkButton to="/$lang/reward-list" params={{ lang }} variant="primary">
        <Trans>See all rewards</Trans>
      </LinkButton>
    </EmptyState>
  )
}

function RedeemedItems({ items }: { items: readonly RedeemedItem[] }) {
  const { t } = useLingui()
  const now = useNow(items.flatMap(({ couponArr }) => couponArr.map(({ expires_at: expiresAt }) => expiresAt)))
  const { usable, others, over } = groupByUse(items, now)
  const count = over.length
  // One list needs no heading.
  const isOne = usable.length === 0 || others.length === 0
  return (
    <>
      {isOne && usable.length + others.length > 0 && <ItemList items={[...usable, ...others]} />}
      {!isOne && (
        <>
          <Section title={t`Vouchers to use`}>
            <ItemList items={usable} />
          </Section>
          <Section title={t`Gifts by post and other rewards`}>
            <ItemList items={others} />
          </Section>
        </>
      )}
      {over.length > 0 && (
        <Disclosure
          level={2}
          title={<Trans>Used, expired or cancelled ({count})</Trans>}
          defaultOpen={over.length === items.length}
        >
          <ItemList items={over} />
        </Disclosure>
      )}
    </>
  )
}

function ItemList({ items }: { items: readonly RedeemedItem[] }) {
  return <OwnList items={items}>{(item) => <RedeemedItemCard item={item} />}</OwnList>
}

/** One redemption. */
function RedeemedItemCard({ item }: { item: RedeemedItem }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const { data: contents, isPending } = useQuery(contentQueries.staticContents())
  const address = writtenAddress(item.address ?? undefined, contents?.countries ?? [], lang).map(({ text }) => text)
  const now = useNow(item.couponArr.map(({ expires_at: expiresAt }) => expiresAt))
  const { delivery } = item
  const isWaiting =
    delivery !== null &&
    deliveryMethods[delivery].isCollected &&
    item.couponArr.some((voucher) => voucherStateOf(voucher, item, now).kind === 'valid')
  const messages = afterwardsOf(item, contents?.redeem_success_messages, lang)
  const pickUp = isWaiting ? blockWithCode(messages, delivery) : null
  const rows = [
    { term: t`Redeemed on`, value: <DateText moment={item.redeemed_at} time /> },
    { term: t`Reference`, value: <Reference refNo={item.ref_no} /> },
    { term: t`Quantity`, value: item.quantity },
    { term: t`Points used`, value: formatPoints(item.points_redeemed) },
    ...(item.returned_at === null
      ? []
      : [{ term: t`Cancelled on`, value: <DateText moment={item.returned_at} time /> }]),
    ...(item.delivery === null
      ? []
      : [{ term: t`How you’ll receive it`, value: i18n._(deliveryMessages[item.delivery]) }]),
    ...(address.length === 0 ? [] : [{ term: t`Postal address`, value: <Address lines={address} /> }]),
  ]
  const name = item.name === null ? t`A reward we no longer offer` : <LocalText text={item.name} />
  return (
    <Card>
      <section className={styles['redemption']}>
        <Picture image={item.image} alt="" sizes="6rem" ratio="square" className={styles['picture']} />
        <div className={styles['name']}>
          <h2>{name}</h2>
          {item.parcel && (
            <p>
              <ParcelText parcel={item.parcel} />
            </p>
          )}
        </div>
        <div className={styles['facts']}>
          {item.couponArr.length > 0 && <Vouchers item={item} name={name} />}
          {pickUp && <RichText text={pickUp.content} />}
          {isWaiting && isPending && <Skeleton shape="text" lines={3} />}
          <Disclosure title={<Trans>Details</Trans>} defaultOpen={item.couponArr.length === 0 && item.parcel === null}>
            <DefinitionList rows={rows} />
          </Disclosure>
        </div>
      </section>
    </Card>
  )
}

/** Where a parcel is, and what the carrier calls it. */
function ParcelText({ parcel: { state, at, tracking } }: { parcel: Parcel }) {
  const lang = useLanguage()
  const date = at === null ? '' : formatDate(at, lang)
  switch (state) {
    case 'ordered':
      return <Trans>We’ll pack it soon</Trans>
    case 'packed':
      return <Trans>Packed on {date}</Trans>
    case 'sent':
      return (
        <>
          <Trans>Sent on {date}</Trans>
          {tracking !== null && (
            <>
              <br />
              <Trans>Tracking number</Trans> <span translate="no">{tracking}</span>
            </>
          )}
        </>
      )
    case 'returned':
      return <Trans>It came back to us on {date}. Contact us with the reference.</Trans>
  }
}
