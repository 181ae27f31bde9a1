import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { EventRegistration } from '#contract/spending/ownRegistrations.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { useNow } from '#src/platform/now.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { byDate } from './byDate.ts'
import { OwnList, OwnOffersPage } from './OwnOffersPage.tsx'
import { RegistrationCard } from './RegistrationCard.tsx'

/** Every event that the member has registered for. */
export function MyEventsPage() {
  const { t } = useLingui()
  return (
    <OwnOffersPage
      title={t`My events`}
      lead={t`Your registrations, by date.`}
      offlineLead={t`Your registrations, by date. You can see them offline, too.`}
      query={useQuery(memberAreaQueries.eventRegistrations())}
      failure={<Trans>We couldn’t load your events</Trans>}
    >
      {({ registrations }) =>
        registrations.length === 0 ? <NoEvents /> : <Registrations registrations={registrations} />
      }
    </OwnOffersPage>
  )
}

function Registrations({ registrations }: { registrations: readonly EventRegistration[] }) {
  const now = useNow(registrations.map(({ event }) => event?.starts_at ?? null))
  const { coming, over } = byDate(registrations, now)
  const count = over.length
  return (
    <>
      {coming.length > 0 && (
        <OwnList items={coming}>{(registration) => <RegistrationCard registration={registration} />}</OwnList>
      )}
      {over.length > 0 && (
        <Disclosure level={2} title={<Trans>Past or cancelled ({count})</Trans>} defaultOpen={coming.length === 0}>
          <OwnList items={over}>{(registration) => <RegistrationCard registration={registration} />}</OwnList>
        </Disclosure>
      )}
    </>
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
