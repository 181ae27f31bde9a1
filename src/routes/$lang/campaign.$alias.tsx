import { createFileRoute } from '@tanstack/react-router'
import { CampaignPage } from '#src/features/campaign/CampaignPage.tsx'
import { contentQueries } from '#src/query/clubQueries.ts'
import { loadPublicPage } from './-loadPublicPage.ts'

export const Route = createFileRoute('/$lang/campaign/$alias')({
  loader: ({ context }) => loadPublicPage(context.queryClient, contentQueries.staticContents()),
  component: Campaign,
})

function Campaign() {
  return <CampaignPage alias={Route.useParams().alias} />
}
