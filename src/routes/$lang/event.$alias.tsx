import { createFileRoute } from '@tanstack/react-router'
import { EventPage } from '#src/features/offers/events/EventPage.tsx'
import { contentQueries, eventQueries } from '#src/query/clubQueries.ts'
import { loadPublicPage } from './-loadPublicPage.ts'

export const Route = createFileRoute('/$lang/event/$alias')({
  loader: ({ context, params }) =>
    loadPublicPage(context.queryClient, eventQueries.detail(params.alias), contentQueries.staticContents()),
  component: Event,
})

function Event() {
  const { alias } = Route.useParams()
  return <EventPage key={alias} alias={alias} />
}
