import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CampaignPage } from '#src/features/campaign/CampaignPage.tsx'
import { contentQueries } from '#src/query/clubQueries.ts'

export const Route = createFileRoute('/$lang/campaign/$alias')({
  component: Campaign,
})

function Campaign() {
  const { alias } = Route.useParams()
  const campaign = useQuery({
    ...contentQueries.staticContents(),
    select: ({ campaigns }) => campaigns.find((one) => one.alias === alias) ?? null,
  })
  return <CampaignPage campaign={campaign} />
}
