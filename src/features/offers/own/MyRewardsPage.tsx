import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RedeemedItem } from '#contract/spending/redeemedItems.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { groupByUse } from './couponState.ts'
import { OwnList, OwnOffersPage } from './OwnOffersPage.tsx'
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
  const [now] = useState(() => Date.now())
  const { usable, others } = groupByUse(items, now)
  // One list needs no heading.
  if (usable.length === 0 || others.length === 0) return <ItemList items={items} />
  return (
    <>
      <Section title={t`Vouchers to use`}>
        <ItemList items={usable} />
      </Section>
      <Section title={t`Everything else`}>
        <ItemList items={others} />
      </Section>
    </>
  )
}

function ItemList({ items }: { items: readonly RedeemedItem[] }) {
  return <OwnList items={items}>{(item) => <RedeemedItemCard item={item} />}</OwnList>
}
