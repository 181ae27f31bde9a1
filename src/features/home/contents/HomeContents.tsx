import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { contentQueries, rewardQueries } from '#src/query/clubQueries.ts'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { BlockGrid } from './BlockGrid.tsx'
import { CampaignSlider } from './CampaignSlider.tsx'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import { HighlightedRewards } from './HighlightedRewards.tsx'
import { homeBlocks, mainStep } from './homeBlocks.ts'
import { MainStep } from './MainStep.tsx'
import { VisitorWelcome } from './VisitorWelcome.tsx'

/** The editors' contents of home; parts without contents are omitted. */
export function HomeContents() {
  const contents = useQuery(contentQueries.staticContents())
  const rewards = useQuery(rewardQueries.list())
  // Rendered in interruptible steps: everything at once would block a slow phone.
  const data = useDeferredValue(contents.data)
  const offers = useDeferredValue(rewards.data)
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
      {!data && !contents.isError && <HomeSkeleton />}
      {data && <VisitorWelcome messages={data.welcome_messages} />}
      {step && <MainStep step={step} />}
      <BlockGrid eyebrow={<Trans>Membership</Trans>} title={<Trans>What Club Bravo offers you</Trans>} blocks={top} />
      {offers && rewards.isError && !contents.isError && <DataAge fetchedAt={rewards.dataUpdatedAt} />}
      {(offers !== undefined || !rewards.isError) && (
        <HighlightedRewards rewards={offers?.highlightRewards} block={block} />
      )}
      {data && <CampaignSlider banners={data.homepage_banners} campaigns={data.campaigns} />}
      <BlockGrid title={<Trans>More about Club Bravo</Trans>} blocks={bottom} />
    </>
  )
}
