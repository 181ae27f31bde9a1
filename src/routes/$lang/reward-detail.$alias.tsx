import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/auth/member.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { RewardDetailPage } from '#src/features/rewards/RewardDetailPage.tsx'

export const Route = createFileRoute('/$lang/reward-detail/$alias')({
  component: RewardDetail,
})

function RewardDetail() {
  const { alias } = Route.useParams()
  const member = useRememberedMember()
  const { data: contents } = useQuery(contentQueries.staticContents())
  return (
    <RewardDetailPage
      key={alias}
      alias={alias}
      points={member?.points ?? null}
      afterwards={contents?.redeem_success_messages ?? []}
      miles={contents?.miles_config ?? null}
    />
  )
}
