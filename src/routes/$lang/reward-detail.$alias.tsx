import { createFileRoute } from '@tanstack/react-router'
import { RewardDetailPage } from '#src/features/offers/rewards/RewardDetailPage.tsx'
import { contentQueries, rewardQueries } from '#src/query/clubQueries.ts'
import { loadPublicPage } from './-loadPublicPage.ts'

export const Route = createFileRoute('/$lang/reward-detail/$alias')({
  loader: ({ context, params }) =>
    loadPublicPage(context.queryClient, rewardQueries.detail(params.alias), contentQueries.staticContents()),
  component: RewardDetail,
})

function RewardDetail() {
  const { alias } = Route.useParams()
  return <RewardDetailPage key={alias} alias={alias} />
}
