import { createFileRoute } from '@tanstack/react-router'
import { EventResultPage } from '#src/features/offers/registering/EventResultPage.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/registration-event-result')({
  beforeLoad: async (context) =>
    (await import('#src/features/offers/registering/outcome.ts')).requireEventResult(context),
  loader: loadMemberCatalog,
  staticData: { needsMember: true },
  component: EventResult,
})

function EventResult() {
  return <EventResultPage outcome={Route.useRouteContext().outcome} />
}
