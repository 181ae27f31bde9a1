import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { StaticContents } from '#contract/content.ts'
import type { EmbeddedList } from '#contract/embeddedData.ts'
import { type RememberedMember, useRememberedMember } from '#src/session/member.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { contentQueries, rewardQueries } from '#src/query/clubQueries.ts'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { optionalPart } from '#src/ui/layout/lazyPart.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { BlockGrid } from './BlockGrid.tsx'
import { CampaignSlider } from './CampaignSlider.tsx'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import { HighlightedRewards } from './HighlightedRewards.tsx'
import { homeBlocks, mainStep } from './homeBlocks.ts'
import { MainStep } from './MainStep.tsx'
import { VisitorWelcome } from './VisitorWelcome.tsx'
import styles from './HomeContents.module.css'

// Visitors load nothing of it.
export const ForYou = optionalPart(
  async () => {
    const [{ ForYou: Own }, { TierGoalLine }] = await Promise.all([
      import('#src/features/offers/own/ForYou.tsx'),
      import('#src/features/member/TierGoalLine.tsx'),
      loadMemberCatalog(),
    ])
    return ({ member }: { member: RememberedMember }) => (
      <Own member={member} goal={member.points > 0 && <TierGoalLine className={styles['goal']} />} />
    )
  },
  { fallback: <Skeleton shape="text" lines={6} /> },
)

interface HomeContentsProps {
  /** What a document is drawn with. */
  given?: { contents: StaticContents; offers: EmbeddedList['offers'] } | undefined
}

/** What is a member's own, and the editors' contents of home; parts without contents are omitted. */
export function HomeContents({ given }: HomeContentsProps) {
  const member = useRememberedMember()
  const isKnowing = member !== null && member.points > 0
  const contents = useQuery(contentQueries.staticContents())
  const rewards = useQuery(rewardQueries.list())
  // Rendered in interruptible steps: everything at once would block a slow phone.
  const data = useDeferredValue(contents.data ?? given?.contents)
  const offers = useDeferredValue(rewards.data ?? given?.offers)
  const { top, bottom } = homeBlocks(data?.home_grid ?? [])
  const step = mainStep(data?.tutorial ?? [])
  const block = data?.static_pages.find(({ code }) => code === 'home/rewards') ?? null
  const isMissing = (!data && contents.isError) || (!offers && rewards.isError)
  const retry = () => {
    if (contents.isError) void contents.refetch()
    if (rewards.isError) void rewards.refetch()
  }
  return (
    <>
      {isMissing && <LoadFailure title={<Trans>We couldn’t load part of this page</Trans>} onRetry={retry} />}
      {data && <VisitorWelcome messages={data.welcome_messages} />}
      {member && <ForYou key={member.id} member={member} />}
      {/* Below what comes without the contents: that would jump up once they are there. */}
      {!data && !contents.isError && !isKnowing && <HomeSkeleton />}
      {/* How it works, for those who have not begun. */}
      {step && !isKnowing && <MainStep step={step} />}
      {member === null && (
        <BlockGrid eyebrow={<Trans>Membership</Trans>} title={<Trans>What Club Bravo offers you</Trans>} blocks={top} />
      )}
      {offers && rewards.isError && !contents.isError && <DataAge fetchedAt={rewards.dataUpdatedAt} />}
      {(offers !== undefined || !rewards.isError) && (
        <HighlightedRewards rewards={offers?.highlightRewards} block={block} />
      )}
      {data && <CampaignSlider banners={data.homepage_banners} campaigns={data.campaigns} />}
      {member === null && <BlockGrid title={<Trans>More about Club Bravo</Trans>} blocks={bottom} />}
    </>
  )
}
