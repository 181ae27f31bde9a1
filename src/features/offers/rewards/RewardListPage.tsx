import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useRememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { usePageMessages } from '#src/i18n/pageMessages.ts'
import { useNow } from '#src/platform/now.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { contentQueries, memberQueries, rewardQueries } from '#src/query/clubQueries.ts'
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
import { minimumOf } from '#contract/spending/miles.ts'
import { milesAlias, type LockedReward } from '#contract/spending/rewards.ts'
import { Hall } from '#src/ui/layout/Hall.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { findOffers, lockedIn } from './findOffers.ts'
import { CategoryChips, OfferSwitch, RewardFilters } from './RewardFilters.tsx'
import styles from './RewardListPage.module.css'
import { RewardSections } from './RewardSections.tsx'
import { groupBySection, momentsOfOffers } from './sections.ts'
import { isFiltered, type RewardSearch } from './search.ts'
import { TierBadges } from './RewardLabels.tsx'

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
        {data || isError ? (
          <CategoryChips search={search} sections={sections ?? []} categories={data?.redeemedItemCategories ?? []} />
        ) : (
          search.category !== 'events' && <Skeleton shape="button" />
        )}
      </div>
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
      {data && isNear && !isFiltered(wanted) && <MilesBanner isMember={points !== null} />}
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
    <Loading label={t`Loading…`} className={styles['rest']}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} shape="card" />
      ))}
    </Loading>
  )
}

/** Conversion to airline miles, in a slim row: members can convert, visitors can sign in or join. */
function MilesBanner({ isMember }: { isMember: boolean }) {
  const lang = useLanguage()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const block = blockWithCode(contents?.asia_miles_messages, 'intro')
  const miles = contents?.miles_config ?? defaultMiles()
  const returnTo = `/${lang}/reward-detail/${milesAlias}`
  const { rate } = miles
  const minimum = formatPoints(minimumOf(miles))
  const defaultText = (
    <p>
      <Trans>
        Every {rate} points are worth 1 mile. Convert {minimum} points or more into your own Cathay membership account.
      </Trans>
    </p>
  )
  return (
    <Hall aria-labelledby="miles" className={styles['miles']}>
      <div className={styles['milesWords']}>
        <h2 id="miles" className={styles['milesTitle']}>
          {block ? <LocalText text={block.name} /> : <Trans>Points that take you further</Trans>}
        </h2>
        <div className={styles['milesText']}>
          {block ? <RichText text={block.content} waiting={defaultText} /> : defaultText}
        </div>
      </div>
      <p className={styles['milesWays']}>
        <TextLink to="/$lang/reward-detail/$alias" params={{ lang, alias: milesAlias }}>
          <Trans>See how miles work</Trans>
        </TextLink>
        {isMember && (
          <TextLink to="/$lang/asiamiles" params={{ lang }}>
            <Trans>Convert points to miles</Trans>
          </TextLink>
        )}
        {!isMember && (
          <>
            <TextLink to="/login" search={{ return_to: returnTo }} data-visitor>
              <Trans>Sign in</Trans>
            </TextLink>
            <TextLink to="/$lang/registration-free" params={{ lang }} search={{ return_to: returnTo }} data-visitor>
              <Trans>Join for free</Trans>
            </TextLink>
          </>
        )}
      </p>
    </Hall>
  )
}

/** What a higher tier has: its name and the tier, and the way to the tiers. A stored list may hold what has ended. */
function LockedRewards({ rewards, now }: { rewards: readonly LockedReward[]; now: number }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const open = rewards.filter(({ expiry_date: end }) => end === null || Date.parse(end) > now)
  if (open.length === 0) return null
  return (
    <Section
      title={t`With a higher tier`}
      rule
      action={
        <TextLink to="/$lang/whats-club-bravo" params={{ lang }} hash="membership-tiers">
          <Trans>Compare the tiers</Trans>
        </TextLink>
      }
    >
      <ul className={styles['locked']}>
        {open.map(({ name, reward_visibility_tiers: tiers }) => (
          <li key={JSON.stringify(name)} className={styles['lockedReward']}>
            <Icon name="lock" />
            <span className={styles['lockedName']}>
              <LocalText text={name} />
            </span>
            <TierBadges tiers={tiers} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
