import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ContentBlock } from '#contract/content.ts'
import type { EventItem, EventSummary } from '#contract/events.ts'
import type { Tier } from '#contract/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { isWritten, localized } from '#src/i18n/localized.ts'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Breadcrumb } from '#src/ui/Breadcrumb.tsx'
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
import { Waiting } from '#src/ui/Waiting.tsx'
import { EventFacts } from './EventFacts.tsx'
import { eventQueries } from './queries.ts'
import { RegistrationBadge } from './RegistrationBadge.tsx'
import { registrationStanding, type RegistrationStanding } from './registration.ts'

interface EventPageProps {
  alias: string
  /** What the list of events has told of it; null where it has not. */
  listed: EventSummary | null
  /** The member's; null for a visitor. */
  tier: Tier | null
  /** What the contents say of the registration, by its standing (`priority_messages`). */
  messages: readonly ContentBlock[]
}

/** An event with all that somebody wants to know before they register. */
export function EventPage({ alias, listed, ...rest }: EventPageProps) {
  const { data, dataUpdatedAt, isError, refetch } = useQuery(eventQueries.detail(alias))
  const [isTriedAgain, setTriedAgain] = useState(false)
  const retry = () => {
    setTriedAgain(true)
    void refetch()
  }
  if (data === null) return <NoSuchEvent />
  const event = data ?? listed
  if (!event) return <ComingEvent failed={isError} onRetry={retry} />
  return (
    // Who has asked for the rest is told by the page's heading that it is there; nobody else is called back from what they read.
    <Event
      key={String(isTriedAgain && data !== undefined)}
      event={event}
      keptSince={data && isError ? dataUpdatedAt : null}
      {...rest}
    >
      {data ? <Story event={data} /> : <ComingStory failed={isError} onRetry={retry} />}
    </Event>
  )
}

interface EventProps extends Pick<EventPageProps, 'tier' | 'messages'> {
  event: EventSummary | EventItem
  /** When what is shown was heard, where the club cannot be asked now. */
  keptSince: number | null
  /** What only the event's own answer tells. */
  children: ReactNode
}

function Event({ event, tier, messages, keptSince, children }: EventProps) {
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
        {children}
      </DetailColumns>
    </Page>
  )
}

function Story({ event }: { event: EventItem }) {
  return (
    <>
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
    </>
  )
}

/** The words for where the contents have none. */
const builtIn: Partial<Record<RegistrationStanding, MessageDescriptor>> = {
  'before-priority': msg`Registration isn’t open yet.`,
  'start-priority': msg`Red and Gold members can register now. Registration opens to everyone else on the public date.`,
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
        To register,{' '}
        <TextLink to="/$lang/contact-us" params={{ lang }}>
          email or call us
        </TextLink>
        .
      </Trans>
    </p>
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
    <Page title={t`We couldn’t find this event`} narrow>
      <meta name="robots" content="noindex" />
      <EmptyState title={t`It has ended or doesn’t exist`} icon="calendar">
        <LinkButton to="/$lang/reward-list" params={{ lang }} hash="events" variant="primary">
          <Trans>See all events</Trans>
        </LinkButton>
      </EmptyState>
    </Page>
  )
}

interface ComingProps {
  /** It could not be fetched. */
  failed: boolean
  onRetry: () => void
}

function ComingStory({ failed, onRetry }: ComingProps) {
  const { t } = useLingui()
  if (failed) {
    return <LoadFailure title={<Trans>We couldn’t load the rest of this page</Trans>} onRetry={onRetry} />
  }
  return (
    <Waiting label={t`Loading…`}>
      <Skeleton shape="text" lines={8} />
    </Waiting>
  )
}

function ComingEvent({ failed, onRetry }: ComingProps) {
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
        <LoadFailure title={<Trans>We couldn’t load this event</Trans>} onRetry={onRetry} />
      ) : (
        <DetailColumns waiting={t`Loading…`} />
      )}
    </Page>
  )
}
