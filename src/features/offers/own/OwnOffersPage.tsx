import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Breadcrumb } from '#src/ui/layout/Breadcrumb.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import styles from './OwnOffersPage.module.css'

interface OwnOffersPageProps<Data> {
  title: string
  lead: string
  /** Says that they can be seen offline: not where they cannot. */
  offlineLead: string
  query: UseQueryResult<Data>
  /** Says that they could not be loaded. */
  failure: ReactNode
  children: (data: Data) => ReactNode
}

/** What the member has redeemed, or registered for; from this device where there is no network. */
export function OwnOffersPage<Data>({ title, lead, offlineLead, query, failure, children }: OwnOffersPageProps<Data>) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { data, dataUpdatedAt, isError, isFetching, refetch } = query
  const hasFailed = isError && !isFetching
  const account = (
    <TextLink to="/$lang/member-detail" params={{ lang }}>
      <Trans>My account</Trans>
    </TextLink>
  )
  return (
    <Page
      title={title}
      lead={data === undefined && hasFailed ? lead : offlineLead}
      trail={<Breadcrumb links={[{ key: 'account', link: account }]} current={title} />}
    >
      {data !== undefined && hasFailed && <DataAge fetchedAt={dataUpdatedAt} />}
      {data !== undefined && children(data)}
      {data === undefined && hasFailed && <LoadFailure title={failure} onRetry={() => void refetch()} />}
      {data === undefined && !hasFailed && (
        <Loading label={t`Loading…`} className={styles['list']}>
          <Skeleton shape="card" />
          <Skeleton shape="card" />
        </Loading>
      )}
    </Page>
  )
}

interface OwnListProps<Item> {
  items: readonly Item[]
  children: (item: Item) => ReactNode
}

/** A list of what a member has, each on a card. */
export function OwnList<Item extends { ref_no: string }>({ items, children }: OwnListProps<Item>) {
  return (
    <ul className={styles['list']}>
      {items.map((item) => (
        <li key={item.ref_no}>{children(item)}</li>
      ))}
    </ul>
  )
}
