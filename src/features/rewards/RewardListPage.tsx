import { useQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useState, type ReactNode } from 'react'
import type { ContentBlock } from '#contract/content.ts'
import type { EventSummary } from '#contract/events.ts'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { KeptAge } from '#src/ui/KeptAge.tsx'
import { LoadFailure } from '#src/ui/LoadFailure.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Waiting } from '#src/ui/Waiting.tsx'
import { MilesBanner } from './MilesBanner.tsx'
import { rewardQueries } from './queries.ts'
import { RewardFilters } from './RewardFilters.tsx'
import styles from './RewardSections.module.css'
import { RewardSections } from './RewardSections.tsx'
import { sectionsOf } from './sections.ts'
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
  const words = usePageWords('/$lang/reward-list')
  const { data: offers, dataUpdatedAt, isError, refetch } = useQuery(rewardQueries.list())
  // Drawn in small steps: all of them at once would keep a slow phone from answering.
  const data = useDeferredValue(offers)
  const wanted = useDeferredValue(search)
  const [now] = useState(() => Date.now())
  const sections = data ? sectionsOf(data) : null
  return (
    <Page {...words} lead={words.description}>
      {data && isError && <KeptAge heardAt={dataUpdatedAt} />}
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
        <LoadFailure title={<Trans>We couldn’t load the rewards</Trans>} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <ComingRewards />}
    </Page>
  )
}

function ComingRewards() {
  const { t } = useLingui()
  return (
    <Waiting label={t`Loading…`} className={styles['grid']}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} shape="card" />
      ))}
    </Waiting>
  )
}
