import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useRememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { usePageMessages } from '#src/i18n/pageMessages.ts'
import { rewardQueries } from '#src/query/clubQueries.ts'
import { blockWithCode } from '#src/content/contentBlocks.ts'
import { useEmbeddedList, useListContents } from '#src/query/embeddedList.ts'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { useOpenedAt } from '#src/platform/firstPage.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsNear } from '#src/ui/layout/useIsNear.ts'
import { useScrollToAnchor } from '#src/ui/layout/useScrollToAnchor.ts'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { findOffers } from './findOffers.ts'
import { MilesBanner } from './MilesBanner.tsx'
import { RewardFilters } from './RewardFilters.tsx'
import styles from './RewardSections.module.css'
import { RewardSections } from './RewardSections.tsx'
import { groupBySection } from './sections.ts'
import { isFiltered, type RewardSearch } from './search.ts'

interface RewardListPageProps {
  search: RewardSearch
  onSearch: (search: RewardSearch) => Promise<void>
}

/** Rewards and events, to browse and to search. */
export function RewardListPage({ search, onSearch }: RewardListPageProps) {
  const lang = useLanguage()
  const messages = usePageMessages('/$lang/reward-list')
  const embedded = useEmbeddedList()
  const list = { ...rewardQueries.list(), placeholderData: () => embedded?.offers }
  const { data: offers, dataUpdatedAt, isError, refetch } = useQuery(list)
  const [placeholder, isNear] = useIsNear()
  const contents = useListContents(isNear)
  const member = useRememberedMember()
  const points = member?.points ?? null
  const example = blockWithCode(contents?.placeholders, 'reward-search')
  // Rendered in interruptible steps: all cards at once would block a slow phone.
  const data = useDeferredValue(offers)
  const wanted = useDeferredValue(search)
  const now = useOpenedAt()
  const sections = data ? groupBySection(data) : null
  const found = sections && findOffers(sections, wanted, { points, now })
  useScrollToAnchor(found !== null)
  const [hasSearched, setHasSearched] = useState(false)
  if (!hasSearched && isFiltered(wanted)) setHasSearched(true)
  return (
    <Page {...messages} lead={messages.description}>
      {data && isError && <DataAge fetchedAt={dataUpdatedAt} />}
      <MilesBanner block={blockWithCode(contents?.asia_miles_messages, 'intro')} isMember={points !== null} />
      <RewardFilters
        search={search}
        onSearch={onSearch}
        sections={sections ?? []}
        categories={data?.redeemedItemCategories ?? []}
        count={hasSearched && found ? found.count : null}
        isMember={points !== null}
        placeholder={example ? localized(example.name, lang) : ''}
      />
      {found && (
        <RewardSections
          found={found}
          isEmpty={sections.length === 0}
          now={now}
          isWhole={isNear || isFiltered(wanted)}
          placeholder={placeholder}
          tier={member?.tier ?? null}
          onShowAll={() => void onSearch({})}
        />
      )}
      {!data && isError && (
        <LoadFailure title={<Trans>We couldn’t load the rewards</Trans>} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <RewardsSkeleton />}
    </Page>
  )
}

function RewardsSkeleton() {
  const { t } = useLingui()
  return (
    <Loading label={t`Loading…`} className={styles['grid']}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} shape="card" />
      ))}
    </Loading>
  )
}
