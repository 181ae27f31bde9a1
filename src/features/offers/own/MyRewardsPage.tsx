import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { RedeemedItem } from '#contract/spending/redeemedItems.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { groupByUse } from './voucherState.ts'
import { OwnList, OwnOffersPage } from './OwnOffersPage.tsx'
import { useNow } from '#src/platform/now.ts'
import { RedeemedItemCard } from './RedeemedItemCard.tsx'

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
          <Section title={t`Everything else`}>
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
