import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useRememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { usePageMessages } from '#src/i18n/pageMessages.ts'
import { useNow } from '#src/platform/now.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { memberQueries, rewardQueries } from '#src/query/clubQueries.ts'
import { blockWithCode } from '#src/content/contentBlocks.ts'
import { defaultMiles } from '#contract/content.ts'
import { useEmbeddedList, useListContents } from '#src/query/embedded.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsNear } from '#src/ui/layout/useIsNear.ts'
import { useScrollToAnchor } from '#src/ui/layout/useScrollToAnchor.ts'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { findOffers, lockedIn } from './findOffers.ts'
import { LockedRewards } from './LockedRewards.tsx'
import { MilesBanner } from './MilesBanner.tsx'
import { CategoryChips, OfferSwitch } from './OfferChoices.tsx'
import { RewardFilters } from './RewardFilters.tsx'
import styles from './RewardSections.module.css'
import { RewardSections } from './RewardSections.tsx'
import { groupBySection, momentsOfOffers } from './sections.ts'
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
  const now = useNow(data ? momentsOfOffers(data) : [])
  const sections = data ? groupBySection(data, now) : null
  const found = sections && findOffers(sections, wanted, { points, now })
  const locked = data ? lockedIn(data.lockedRewards, wanted) : []
  useScrollToAnchor(found !== null)
  const [hasSearched, setHasSearched] = useState(false)
  if (!hasSearched && isFiltered(wanted)) setHasSearched(true)
  return (
    <Page {...messages} lead={<Balance points={points} />}>
      {data && isError && <DataAge fetchedAt={dataUpdatedAt} />}
      <div className={styles['choices']}>
        <OfferSwitch search={search} isMember={points !== null} />
        <RewardFilters
          search={search}
          onSearch={onSearch}
          sections={sections ?? []}
          categories={data?.redeemedItemCategories ?? []}
          count={hasSearched && found && (found.count > 0 || locked.length === 0) ? found.count : null}
          isMember={points !== null}
          placeholder={example ? localized(example.name, lang) : ''}
        />
        <CategoryChips search={search} sections={sections ?? []} categories={data?.redeemedItemCategories ?? []} />
      </div>
      <MilesBanner
        block={blockWithCode(contents?.asia_miles_messages, 'intro')}
        miles={contents?.miles_config ?? defaultMiles()}
        isMember={points !== null}
      />
      {found && (
        <RewardSections
          found={found}
          isEmpty={sections.length === 0}
          hasLocked={locked.length > 0}
          now={now}
          isWhole={isNear || isFiltered(wanted)}
          placeholder={placeholder}
          tier={member?.tier ?? null}
          points={points}
          isShort={!isFiltered(wanted)}
          onShowAll={() => void onSearch({})}
        />
      )}
      {data && (isNear || isFiltered(wanted)) && <LockedRewards rewards={locked} now={now} />}
      {!data && isError && (
        <LoadFailure title={<Trans>We couldn’t load the rewards</Trans>} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <RewardsSkeleton />}
    </Page>
  )
}

/** What a member has to spend; a visitor is told where one sees it. */
function Balance({ points }: { points: number | null }) {
  const lang = useLanguage()
  if (points !== null) return <OwnBalance points={points} />
  return (
    <span data-visitor>
      <Trans>
        <TextLink to="/login" search={{ return_to: `/${lang}/reward-list` }}>
          Sign in
        </TextLink>{' '}
        to see what you can redeem.
      </Trans>
    </span>
  )
}

/** What this device knows of the balance, and asks the club about. */
function OwnBalance({ points }: { points: number }) {
  useQuery(memberQueries.me())
  const have = formatPoints(points)
  return (
    <Trans>
      You have <strong>{have} points</strong>
    </Trans>
  )
}

function RewardsSkeleton() {
  const { t } = useLingui()
  return (
    <Loading label={t`Loading…`} className={styles['rewards']}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} shape="card" />
      ))}
    </Loading>
  )
}
