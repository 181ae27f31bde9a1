import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RedeemedItem } from '#contract/spending/redeemedItems.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { Breadcrumb } from '#src/ui/layout/Breadcrumb.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { groupByUse } from './couponState.ts'
import styles from './MyRewardsPage.module.css'
import { RedeemedItemCard } from './RedeemedItemCard.tsx'

/** Everything that the member has redeemed, with its vouchers; from this device where there is no network. */
export function MyRewardsPage() {
  const { t } = useLingui()
  const lang = useLanguage()
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery(memberAreaQueries.redeemedItems())
  const account = (
    <TextLink to="/$lang/member-detail" params={{ lang }}>
      <Trans>My account</Trans>
    </TextLink>
  )
  const hasFailed = isError && !isFetching
  return (
    <Page
      title={t`My rewards`}
      lead={
        !data && hasFailed
          ? t`Everything you’ve redeemed.`
          : t`Everything you’ve redeemed. Your vouchers work offline, too.`
      }
      trail={<Breadcrumb links={[{ key: 'account', link: account }]} current={t`My rewards`} />}
    >
      {data && hasFailed && <DataAge fetchedAt={dataUpdatedAt} />}
      {data && <RedeemedItems items={data.redeemed_items} />}
      {!data && hasFailed && (
        <LoadFailure title={<Trans>We couldn’t load your rewards</Trans>} onRetry={() => void refetch()} />
      )}
      {!data && !hasFailed && (
        <Loading label={t`Loading…`} className={styles['items']}>
          <Skeleton shape="card" />
          <Skeleton shape="card" />
        </Loading>
      )}
    </Page>
  )
}

function RedeemedItems({ items }: { items: readonly RedeemedItem[] }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const [now] = useState(() => Date.now())
  if (items.length === 0) {
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
  return (
    <ul className={styles['items']}>
      {items.map((item) => (
        <li key={item.ref_no}>
          <RedeemedItemCard item={item} />
        </li>
      ))}
    </ul>
  )
}
