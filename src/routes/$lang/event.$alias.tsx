import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/auth/member.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { EventPage } from '#src/features/events/EventPage.tsx'
import { rewardQueries } from '#src/query/clubQueries.ts'

export const Route = createFileRoute('/$lang/event/$alias')({
  component: Event,
})

function Event() {
  const { alias } = Route.useParams()
  const member = useRememberedMember()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const { data: listed } = useQuery({
    ...rewardQueries.list(),
    enabled: false,
    select: ({ events }) => events.find((event) => event.alias === alias),
  })
  return (
    <EventPage
      key={alias}
      alias={alias}
      listed={listed ?? null}
      tier={member?.tier ?? null}
      messages={contents?.priority_messages ?? []}
    />
  )
}
