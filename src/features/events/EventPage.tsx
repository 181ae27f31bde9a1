import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ContentBlock } from '#contract/content.ts'
import type { EventItem } from '#contract/events.ts'
import type { Tier } from '#contract/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { isWritten, localized } from '#src/i18n/localized.ts'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Breadcrumb } from '#src/ui/Breadcrumb.tsx'
import { DateText } from '#src/ui/DateText.tsx'
import { DefinitionList } from '#src/ui/DefinitionList.tsx'
import { DetailColumns } from '#src/ui/DetailColumns.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { DisclosureGroup } from '#src/ui/DisclosureGroup.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { KeptAge } from '#src/ui/KeptAge.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { LoadFailure } from '#src/ui/LoadFailure.tsx'
import { LocalText } from '#src/ui/LocalText.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { eventQueries } from './queries.ts'
import { RegistrationBadge } from './RegistrationBadge.tsx'
import { registrationStanding, type RegistrationStanding } from './registration.ts'

interface EventPageProps {
  alias: string
  /** The member's; null for a visitor. */
  tier: Tier | null
  /** What the contents say of the registration, by its standing (`priority_messages`). */
  messages: readonly ContentBlock[]
}

/** An event with all that somebody wants to know before they register. */
export function EventPage({ alias, tier, messages }: EventPageProps) {
  const { data, dataUpdatedAt, isError, refetch } = useQuery(eventQueries.detail(alias))
  if (data) {
    return <Event event={data} tier={tier} messages={messages} keptSince={isError ? dataUpdatedAt : null} />
  }
  if (data === null) return <NoSuchEvent />
  return <ComingEvent failed={isError} onRetry={() => void refetch()} />
}

interface EventProps extends Omit<EventPageProps, 'alias'> {
  event: EventItem
  /** When what is shown was heard, where the club cannot be asked now. */
  keptSince: number | null
}

function Event({ event, tier, messages, keptSince }: EventProps) {
  const lang = useLanguage()
  const [now] = useState(() => Date.now())
  const standing = registrationStanding(event, tier, now)
  return (
    <Page
      title={localized(event.name, lang)}
      description={localized(event.short_description, lang)}
      eyebrow={<Trans>Event</Trans>}
      heading={<LocalText text={event.name} />}
      trail={<Trail name={<LocalText text={event.name} />} />}
      lead={<LocalText text={event.short_description} />}
    >
      {keptSince !== null && <KeptAge heardAt={keptSince} />}
      <DetailColumns
        picture={<Picture image={event.image} alt="" sizes="(width < 56rem) 100vw, 42rem" ratio="card" eager />}
        aside={
          <>
            <p>
              <RegistrationBadge standing={standing} />
            </p>
            <RegistrationMessage standing={standing} messages={messages} />
            {(standing === 'open' || standing === 'priority-open') && <HowToRegister />}
            <EventFacts event={event} />
          </>
        }
      >
        <RichText text={event.description} />
        <DisclosureGroup>
          {isWritten(event.remarks) && (
            <Disclosure title={<Trans>Good to know</Trans>} level={2} defaultOpen>
              <RichText text={event.remarks} />
            </Disclosure>
          )}
          {isWritten(event.terms_and_conditions) && (
            <Disclosure title={<Trans>Terms and conditions</Trans>} level={2} id="terms">
              <RichText text={event.terms_and_conditions} />
            </Disclosure>
          )}
        </DisclosureGroup>
      </DetailColumns>
    </Page>
  )
}

/** The words for where the contents have none. */
const builtIn: Partial<Record<RegistrationStanding, MessageDescriptor>> = {
  'before-priority': msg`Registration is not open yet.`,
  'start-priority': msg`Red and Gold members can register now; everybody else from the public date on.`,
  'public-expired': msg`Registration for this event has closed.`,
}

function RegistrationMessage({
  standing,
  messages,
}: {
  standing: RegistrationStanding
  messages: EventProps['messages']
}) {
  const { i18n } = useLingui()
  const block = messages.find(({ code }) => code === standing)
  const words = builtIn[standing]
  if (block) return <RichText text={block.content} />
  return words ? <p>{i18n._(words)}</p> : null
}

/** Whom to ask for a place. */
function HowToRegister() {
  const lang = useLanguage()
  return (
    <p>
      <Trans>
        The club’s team registers you:{' '}
        <TextLink to="/$lang/contact-us" params={{ lang }}>
          write or call
        </TextLink>
        .
      </Trans>
    </p>
  )
}

function EventFacts({ event }: { event: EventItem }) {
  const { t } = useLingui()
  const { starts_at: startsAt, priority_registration_start_date: priority, event_expiry_date: expiry } = event
  const places = event.normal_individual_quota
  return (
    <DefinitionList
      rows={[
        ...(startsAt === null ? [] : [{ term: t`When`, value: <DateText moment={startsAt} time /> }]),
        { term: t`Where`, value: <LocalText text={event.venue} /> },
        ...(priority === null
          ? []
          : [{ term: t`Priority registration (Red, Gold)`, value: <DateText moment={priority} time /> }]),
        { term: t`Public registration`, value: <DateText moment={event.public_registration_start_date} time /> },
        ...(expiry === null ? [] : [{ term: t`Registration closes`, value: <DateText moment={expiry} time /> }]),
        { term: t`Places for each member`, value: String(places) },
        ...(event.event_quota === null ? [] : [{ term: t`Places in all`, value: String(event.event_quota) }]),
        ...(event.waiting_list ? [{ term: t`When full`, value: t`There is a waiting list` }] : []),
      ]}
    />
  )
}

function Trail({ name }: { name: ReactNode }) {
  const lang = useLanguage()
  const rewards = (
    <TextLink to="/$lang/reward-list" params={{ lang }} hash="events">
      <Trans>Rewards and events</Trans>
    </TextLink>
  )
  return <Breadcrumb links={[{ key: 'rewards', link: rewards }]} current={name} />
}

function NoSuchEvent() {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <Page title={t`This event was not found`} narrow>
      <meta name="robots" content="noindex" />
      <EmptyState title={t`It is over, or was never announced`} icon="calendar">
        <LinkButton to="/$lang/reward-list" params={{ lang }} hash="events" variant="primary">
          <Trans>See all events</Trans>
        </LinkButton>
      </EmptyState>
    </Page>
  )
}

function ComingEvent({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const { t } = useLingui()
  const words = usePageWords('/$lang/event/$alias')
  return (
    <Page
      {...words}
      trail={<Trail name={words.title} />}
      eyebrow={<Trans>Event</Trans>}
      {...(!failed && { lead: <Skeleton shape="text" lines={1} /> })}
    >
      {failed ? (
        <LoadFailure title={<Trans>This event could not be loaded</Trans>} onRetry={onRetry} />
      ) : (
        <DetailColumns waiting={t`Fetching the event…`} />
      )}
    </Page>
  )
}
