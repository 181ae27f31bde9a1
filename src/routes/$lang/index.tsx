import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { rememberedMember } from '#src/session/member.ts'
import { HomePage } from '#src/features/home/HomePage.tsx'
import { loadMemberWelcome } from '#src/features/home/memberWelcomeLoader.tsx'
import { loadMemberCatalog, loadPageCatalog } from '#src/i18n/activate.ts'
import { contentQueries, rewardQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'
import { whenBelowTheFold } from '#src/ui/layout/belowTheFold.ts'
import { optionalPart } from '#src/ui/layout/optionalPart.ts'

const RewardCard = optionalPart(async () => {
  const [{ RewardCard: component }] = await Promise.all([
    import('#src/features/offers/rewards/RewardCard.tsx'),
    loadPageCatalog(),
  ])
  return component
})

const WaitingTicketsNotice = optionalPart(async () => {
  const [{ WaitingTicketsNotice: component }] = await Promise.all([
    import('#src/features/scan/received/WaitingTicketsNotice.tsx'),
    loadMemberCatalog(),
  ])
  return component
})

export const Route = createFileRoute('/$lang/')({
  loader: async ({ context }) => {
    // The member's own answer is never fresh: prefetched here, the page would fetch it a second time.
    whenBelowTheFold(() => prefetch(context.queryClient, contentQueries.staticContents(), rewardQueries.list()))
    if (rememberedMember()) await loadMemberWelcome().catch(() => undefined)
  },
  component: Home,
})

/** Composes three features: home, the rewards on it, and a member's tickets that were left before they were read. */
function Home() {
  const [now] = useState(() => Date.now())
  return (
    <HomePage
      renderReward={(reward) => <RewardCard reward={reward} now={now} />}
      renderTicketsNotice={(memberId) => <WaitingTicketsNotice memberId={memberId} />}
    />
  )
}
