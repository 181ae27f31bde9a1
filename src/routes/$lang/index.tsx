import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { rememberedMember, useRememberedMember } from '#src/auth/member.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { HomePage } from '#src/features/home/HomePage.tsx'
import { loadMemberWelcome } from '#src/features/home/loadMemberWelcome.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { rewardQueries } from '#src/query/clubQueries.ts'

const RewardCard = lazy(async () => ({ default: (await import('#src/features/rewards/RewardCard.tsx')).RewardCard }))

export const Route = createFileRoute('/$lang/')({
  loader: async () => {
    if (rememberedMember()) await loadMemberWelcome().catch(() => undefined)
  },
  component: Home,
})

function Home() {
  const member = useRememberedMember()
  const [now] = useState(() => Date.now())
  return (
    <HomePage
      member={member}
      user={useQuery({ ...memberQueries.me(), enabled: member !== null, select: (answer) => answer.user })}
      contents={useQuery(contentQueries.staticContents())}
      rewards={useQuery(rewardQueries.list())}
      renderReward={(reward) => <RewardCard reward={reward} now={now} />}
    />
  )
}
