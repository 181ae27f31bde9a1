import type { UseQueryResult } from '@tanstack/react-query'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useDeferredValue } from 'react'
import type { StaticContents } from '#contract/content.ts'
import type { RewardSummary } from '#contract/rewards.ts'
import { LoadFailure } from '#src/ui/LoadFailure.tsx'
import { BlockGrid } from './BlockGrid.tsx'
import { CampaignSlider } from './CampaignSlider.tsx'
import { ComingHome } from './ComingHome.tsx'
import { HighlightedRewards } from './HighlightedRewards.tsx'
import { homeBlocks, mainStep } from './homeBlocks.ts'
import { MainStep } from './MainStep.tsx'
import { VisitorWelcome } from './VisitorWelcome.tsx'

export interface HomeContentsProps {
  contents: UseQueryResult<StaticContents>
  rewards: UseQueryResult<{ highlightRewards: RewardSummary[] }>
  renderReward: (reward: RewardSummary) => ReactNode
}

/** What editors have written for home, part by part; each part is left out where it is empty or missing. */
export function HomeContents({ contents, rewards, renderReward }: HomeContentsProps) {
  // Drawn in small steps: all of it at once would keep a slow phone from answering.
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
      {!data && !contents.isError && <ComingHome />}
      {data && <VisitorWelcome messages={data.welcome_messages} />}
      {step && <MainStep step={step} />}
      <BlockGrid eyebrow={<Trans>Membership</Trans>} title={<Trans>What Club Bravo offers you</Trans>} blocks={top} />
      {(offers !== undefined || !rewards.isError) && (
        <HighlightedRewards rewards={offers?.highlightRewards} block={block} renderReward={renderReward} />
      )}
      {data && <CampaignSlider banners={data.homepage_banners} campaigns={data.campaigns} />}
      <BlockGrid title={<Trans>More about Club Bravo</Trans>} blocks={bottom} />
    </>
  )
}
