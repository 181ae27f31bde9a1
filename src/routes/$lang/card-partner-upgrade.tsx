import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { CardPartnerPage } from '#src/features/club/join/CardPartnerPage.tsx'
import { contentQueries } from '#src/query/clubQueries.ts'
import { loadPublicPage } from './-loadPublicPage.ts'

export const Route = createFileRoute('/$lang/card-partner-upgrade')({
  beforeLoad: async (context) => {
    if (context.location.hash !== '') (await import('#src/session/linkToken.ts')).takeLinkToken(context)
  },
  loader: ({ context }) => loadPublicPage(context.queryClient, contentQueries.staticContents()),
  component: CardPartnerUpgrade,
})

function CardPartnerUpgrade() {
  return <CardPartnerPage linkToken={useRouterState({ select: ({ location }) => location.state.linkToken })} />
}
