import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/auth/member.ts'
import { contentQueries } from '#src/features/content/queries.ts'
import { EventPage } from '#src/features/events/EventPage.tsx'

export const Route = createFileRoute('/$lang/event/$alias')({
  component: Event,
})

function Event() {
  const { alias } = Route.useParams()
  const member = useRememberedMember()
  const { data: contents } = useQuery(contentQueries.staticContents())
  return (
    <EventPage key={alias} alias={alias} tier={member?.tier ?? null} messages={contents?.priority_messages ?? []} />
  )
}
