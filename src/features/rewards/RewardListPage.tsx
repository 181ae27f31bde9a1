import { useQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useState, type ReactNode } from 'react'
import type { ContentBlock } from '#contract/content.ts'
import type { EventSummary } from '#contract/events.ts'
import { usePageMessages } from '#src/i18n/pageMessages.ts'
import { DataAge } from '#src/ui/DataAge.tsx'
import { LoadFailure } from '#src/ui/LoadFailure.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { MilesBanner } from './MilesBanner.tsx'
import { rewardQueries } from '#src/query/clubQueries.ts'
import { RewardFilters } from './RewardFilters.tsx'
import styles from './RewardSections.module.css'
import { RewardSections } from './RewardSections.tsx'
import { groupBySection } from './sections.ts'
import type { RewardSearch } from './search.ts'

interface RewardListPageProps {
  search: RewardSearch
  onSearch: (search: RewardSearch) => void
  /** The member's points; null for a visitor. */
  points: number | null
  /** What the contents say of converting points to miles; null until they are there. */
  miles: ContentBlock | null
  /** What the search field suggests. */
  placeholder: string
  renderEvent: (event: EventSummary) => ReactNode
}

/** Everything that the club gives for points, to browse and to search. */
export function RewardListPage({ search, onSearch, points, miles, placeholder, renderEvent }: RewardListPageProps) {
  const words = usePageMessages('/$lang/reward-list')
  const { data: offers, dataUpdatedAt, isError, refetch } = useQuery(rewardQueries.list())
  // Drawn in small steps: all of them at once would keep a slow phone from answering.
  const data = useDeferredValue(offers)
  const wanted = useDeferredValue(search)
  const [now] = useState(() => Date.now())
  const sections = data ? groupBySection(data) : null
  return (
    <Page {...words} lead={words.description}>
      {data && isError && <DataAge fetchedAt={dataUpdatedAt} />}
      <MilesBanner block={miles} isMember={points !== null} />
      <RewardFilters
        search={search}
        onSearch={onSearch}
        sections={sections ?? []}
        isMember={points !== null}
        placeholder={placeholder}
      />
      {sections && (
        <RewardSections
          sections={sections}
          search={wanted}
          points={points}
          now={now}
          renderEvent={renderEvent}
          onShowAll={() => onSearch({})}
        />
      )}
      {!data && isError && (
        <LoadFailure title={<Trans>The rewards could not be loaded</Trans>} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <RewardsSkeleton />}
    </Page>
  )
}

function RewardsSkeleton() {
  const { t } = useLingui()
  return (
    <Loading label={t`Fetching the rewards…`} className={styles['grid']}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} shape="card" />
      ))}
    </Loading>
  )
}
