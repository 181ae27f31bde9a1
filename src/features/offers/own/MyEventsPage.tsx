import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EventRegistration, RegistrationState } from '#contract/spending/ownRegistrations.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { useNow } from '#src/platform/now.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import type { EventSummary } from '#contract/spending/events.ts'
import { Badge, type BadgeTone } from '#src/ui/content/Badge.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DateLeaf } from '#src/ui/content/DateLeaf.tsx'
import { DateText } from '#src/ui/content/DateText.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { EventCalendarButton } from '../events/EventCalendarButton.tsx'
import { canBeCancelled, CancelButton } from '../registering/CancelButton.tsx'
import { PlacesSummary } from '../registering/PlacesSummary.tsx'
import { Reference } from '../OfferFacts.tsx'
import { byDate } from './byDate.ts'
import { OwnList, OwnOffersPage } from './OwnOffersPage.tsx'
import styles from './MyEventsPage.module.css'

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
        registrations.length === 0 ? (
          <NoEvents title={t`You haven’t registered for an event yet`} />
        ) : (
          <Registrations registrations={registrations} />
        )
      }
    </OwnOffersPage>
  )
}

function Registrations({ registrations }: { registrations: readonly EventRegistration[] }) {
  const { t } = useLingui()
  const now = useNow(registrations.map(({ event }) => event?.starts_at ?? null))
  const { coming, over } = byDate(registrations, now)
  const count = over.length
  return (
    <>
      {coming.length > 0 ? (
        <OwnList items={coming}>{(registration) => <RegistrationCard registration={registration} />}</OwnList>
      ) : (
        <NoEvents title={t`You have no events ahead`} />
      )}
      {over.length > 0 && (
        <Disclosure level={2} title={<Trans>Past or cancelled ({count})</Trans>} defaultOpen={coming.length === 0}>
          <OwnList items={over}>{(registration) => <RegistrationCard registration={registration} />}</OwnList>
        </Disclosure>
      )}
    </>
  )
}

function NoEvents({ title }: { title: string }) {
  const lang = useLanguage()
  return (
    <EmptyState title={title} icon="calendar">
      <p>
        <Trans>Talks, tours and rehearsals that you register for will be here.</Trans>
      </p>
      <LinkButton to="/$lang/reward-list" params={{ lang }} hash="events" variant="primary">
        <Trans>See all events</Trans>
      </LinkButton>
    </EmptyState>
  )
}

/** A registration of the member's. */
function RegistrationCard({ registration }: { registration: EventRegistration }) {
  const { t, i18n } = useLingui()
  const { event, state, is_withdrawn: isWithdrawn } = registration
  const now = useNow([event?.starts_at ?? null])
  const isOver = state === 'registered' && event?.starts_at != null && Date.parse(event.starts_at) < now
  const { tone, text } = isOver ? overMessage : stateMessages[state]
  const canCancel = canBeCancelled(registration, now)
  return (
    <Card title={event === null ? t`An event we no longer list` : <EventName event={event} isLink={!isWithdrawn} />}>
      <div className={styles['registration']}>
        <div className={styles['head']}>
          {event !== null && event.starts_at !== null && <DateLeaf moment={event.starts_at} />}
          <Badge tone={tone}>{i18n._(text)}</Badge>
        </div>
        {isWithdrawn && state !== 'cancelled' && <WithdrawnNotice isWaiting={state === 'waiting'} />}
        <PlacesSummary
          event={event}
          quantity={registration.quantity}
          unnamed
          more={[
            { term: t`Reference`, value: <Reference refNo={registration.ref_no} /> },
            { term: t`Registered on`, value: <DateText moment={registration.registered_at} time /> },
          ]}
        />
        <ButtonRow>
          {event !== null && !isWithdrawn && canCancel && <EventCalendarButton event={event} />}
          {canCancel && <CancelButton registration={registration} />}
        </ButtonRow>
      </div>
    </Card>
  )
}

function EventName({ event: { alias, name }, isLink }: { event: EventSummary; isLink: boolean }) {
  const lang = useLanguage()
  if (!isLink) return <LocalText text={name} />
  return (
    <TextLink to="/$lang/event/$alias" params={{ lang, alias }}>
      <LocalText text={name} />
    </TextLink>
  )
}

function WithdrawnNotice({ isWaiting }: { isWaiting: boolean }) {
  return (
    <Notice tone="info" title={<Trans>This event is postponed until further notice</Trans>}>
      {isWaiting ? (
        <Trans>No places are being given out for now. You’ll keep your place in the queue.</Trans>
      ) : (
        <Trans>If it takes place after all, your places are still yours.</Trans>
      )}
    </Notice>
  )
}

/** The state of a registration, in a few words. */
const overMessage: (typeof stateMessages)[RegistrationState] = { tone: 'neutral', text: msg`Ended` }
const stateMessages: Record<RegistrationState, { tone: BadgeTone; text: MessageDescriptor }> = {
  registered: { tone: 'success', text: msg`Registered` },
  waiting: { tone: 'info', text: msg`On the waiting list` },
  cancelled: { tone: 'neutral', text: msg`Cancelled` },
}
