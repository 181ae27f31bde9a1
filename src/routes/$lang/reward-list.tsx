import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { RewardListPage } from '#src/features/offers/rewards/RewardListPage.tsx'
import { readRewardSearch } from '#src/features/offers/rewards/search.ts'
import { rewardQueries } from '#src/query/clubQueries.ts'
import { loadPublicPage } from './-loadPublicPage.ts'

export const Route = createFileRoute('/$lang/reward-list')({
  validateSearch: readRewardSearch,
  loader: ({ context }) => loadPublicPage(context.queryClient, rewardQueries.list()),
  component: RewardList,
})

function RewardList() {
  // The router gives all that the address has, the mark of a mailing for one.
  const search = Route.useSearch({ select: readRewardSearch })
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <RewardListPage
      search={search}
      onSearch={(next) => navigate({ search: next, replace: true, resetScroll: false })}
    />
  )
}
