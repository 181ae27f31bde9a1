import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { OwnList, OwnOffersPage } from './OwnOffersPage.tsx'
import { RegistrationCard } from './RegistrationCard.tsx'

/** Every event that the member has registered for. */
export function MyEventsPage() {
  const { t } = useLingui()
  return (
    <OwnOffersPage
      title={t`My events`}
      lead={t`Your registrations, the newest first.`}
      offlineLead={t`Your registrations, the newest first. You can see them offline, too.`}
      query={useQuery(memberAreaQueries.eventRegistrations())}
      failure={<Trans>We couldn’t load your events</Trans>}
    >
      {({ registrations }) =>
        registrations.length === 0 ? (
          <NoEvents />
        ) : (
          <OwnList items={registrations}>{(registration) => <RegistrationCard registration={registration} />}</OwnList>
        )
      }
    </OwnOffersPage>
  )
}

function NoEvents() {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <EmptyState title={t`You haven’t registered for an event yet`} icon="calendar">
      <p>
        <Trans>Talks, tours and rehearsals that you register for will be here.</Trans>
      </p>
      <LinkButton to="/$lang/reward-list" params={{ lang }} hash="events" variant="primary">
        <Trans>See all events</Trans>
      </LinkButton>
    </EmptyState>
  )
}
