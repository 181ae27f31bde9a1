import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { EventItem, EventSummary } from '#contract/spending/events.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { loadMemberCatalog, useLanguage } from '#src/i18n/activate.ts'
import { isWritten, localized } from '#src/i18n/localized.ts'
import { usePageMessages } from '#src/i18n/pageMessages.ts'
import { contentQueries, eventQueries, rewardQueries } from '#src/query/clubQueries.ts'
import { Breadcrumb } from '#src/ui/layout/Breadcrumb.tsx'
import { DetailColumns } from '#src/ui/layout/DetailColumns.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { DisclosureGroup } from '#src/ui/layout/DisclosureGroup.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { ShareButton } from '#src/ui/actions/ShareButton.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { EventCalendarButton } from './EventCalendarButton.tsx'
import { EventFacts } from './EventFacts.tsx'
import styles from './EventPage.module.css'
import { RegistrationBadge } from './RegistrationBadge.tsx'
import { hasBegun, registrationStatusOf, type RegistrationStatus } from '#contract/spending/registrationStatus.ts'
import { RegistrationPanelSkeleton } from './RegistrationPanelSkeleton.tsx'

// For members, after the page is shown: visitors don't load what registers, nor its texts.
const RegistrationPanel = lazy(async () => {
  const [{ RegistrationPanel: component }] = await Promise.all([
    import('../registering/RegistrationPanel.tsx'),
    loadMemberCatalog(),
  ])
  return { default: component }
})

/** An event, with everything to know before registering. */
export function EventPage({ alias }: { alias: string }) {
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...eventQueries.detail(alias),
    select: (answer) => answer.event,
  })
  // Only the cached copy of the list: its summary is shown until the details are here.
  const { data: listed, dataUpdatedAt: listedAt } = useQuery({
    ...rewardQueries.list(),
    enabled: false,
    select: ({ events }) => events.find((event) => event.alias === alias),
  })
  const [hasRetried, setHasRetried] = useState(false)
  const retry = () => {
    setHasRetried(true)
    void refetch()
  }
  if (data === null) return <EventNotFound />
  const event = data ?? listed
  if (!event) return <EventPending failed={isError} onRetry={retry} />
  return (
    // A new key moves the focus to the heading: only after a press on "try again", never while the person is reading.
    <Event
      key={String(hasRetried && data !== undefined)}
      event={event}
      staleSince={isError ? (data ? dataUpdatedAt : listedAt) : null}
      onRefresh={() => void refetch()}
    >
      {data ? <Story event={data} /> : <StoryPending failed={isError} onRetry={retry} />}
    </Event>
  )
}

interface EventProps {
  event: EventSummary | EventItem
  /** When the event was fetched, in milliseconds since 1970, if it cannot be refreshed now; otherwise null. */
  staleSince: number | null
  /** Reads it again. */
  onRefresh: () => void
  /** The parts that only the event's details contain, or their skeleton. */
  children: ReactNode
}

function Event({ event, staleSince, onRefresh, children }: EventProps) {
  const lang = useLanguage()
  const member = useRememberedMember()
  const [now] = useState(() => Date.now())
  const status = registrationStatusOf(event, member?.tier ?? null, now)
  const isOpen = status === 'open' || status === 'priority-open'
  return (
    <Page
      title={localized(event.name, lang)}
      description={localized(event.short_description, lang)}
      eyebrow={<Trans>Event</Trans>}
      heading={<LocalText text={event.name} />}
      trail={<Trail name={<LocalText text={event.name} />} />}
      lead={<LocalText text={event.short_description} />}
    >
      {staleSince !== null && <DataAge fetchedAt={staleSince} />}
      <DetailColumns
        picture={
          <Picture image={event.image} alt="" sizes="(width < 56rem) calc(100vw - 2rem), 42rem" ratio="card" eager />
        }
        aside={
          <>
            <p>
              <RegistrationBadge status={status} />
            </p>
            <RegistrationMessage status={status} />
            {member === null && (status === 'open' || status === 'start-priority') && (
              <SignInToRegister alias={event.alias} />
            )}
            {member !== null && 'event_quota' in event && (
              <Suspense fallback={<RegistrationPanelSkeleton />}>
                <RegistrationPanel
                  key={member.id}
                  event={event}
                  status={status}
                  member={member}
                  reachable={staleSince === null}
                  onRefresh={onRefresh}
                />
              </Suspense>
            )}
            {member !== null && !('event_quota' in event) && staleSince !== null && isOpen && (
              <Notice tone="info">
                <Trans>We can’t reach Club Bravo right now. Connect to the internet to register.</Trans>
              </Notice>
            )}
            <EventFacts event={event} />
            {event.starts_at !== null && !hasBegun(event, now) && (
              <p>
                <EventCalendarButton event={event} />
              </p>
            )}
          </>
        }
      >
        {children}
        <ShareButton title={localized(event.name, lang)} />
      </DetailColumns>
    </Page>
  )
}

function Story({ event }: { event: EventItem }) {
  const lang = useLanguage()
  return (
    <>
      <RichText text={event.description} />
      <DisclosureGroup>
        {isWritten(event.remarks, lang) && (
          <Disclosure title={<Trans>Good to know</Trans>} level={2} defaultOpen>
            <RichText text={event.remarks} />
          </Disclosure>
        )}
        {isWritten(event.terms_and_conditions, lang) && (
          <Disclosure title={<Trans>Terms and conditions</Trans>} level={2} id="terms">
            <RichText text={event.terms_and_conditions} />
          </Disclosure>
        )}
      </DisclosureGroup>
    </>
  )
}

/** Shown if the contents have no message for a status. */
const defaultMessages: Partial<Record<RegistrationStatus, MessageDescriptor>> = {
  'before-priority': msg`Registration isn’t open yet.`,
  'start-priority': msg`Red and Gold members can register now. Registration opens to everyone else on the public date.`,
  'public-expired': msg`Registration for this event has closed.`,
}

function RegistrationMessage({ status }: { status: RegistrationStatus }) {
  const { i18n } = useLingui()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const block = contents?.priority_messages.find(({ code }) => code === status)
  const message = defaultMessages[status]
  if (block) return <RichText text={block.content} />
  return message ? <p>{i18n._(message)}</p> : null
}

/** Registering needs a member: signs in and returns to this event. */
function SignInToRegister({ alias }: { alias: string }) {
  const lang = useLanguage()
  const returnTo = `/${lang}/event/${alias}`
  return (
    <div className={styles['prompt']} data-visitor>
      <p>
        <Trans>Sign in to register.</Trans>
      </p>
      <LinkButton to="/login" state={{ returnTo }} variant="primary" data-early="sign-in">
        <Trans>Sign in</Trans>
      </LinkButton>
      <LinkButton to="/$lang/registration" params={{ lang }} state={{ returnTo }} data-early="join">
        <Trans>Join for free</Trans>
      </LinkButton>
    </div>
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

function EventNotFound() {
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

interface PendingProps {
  /** It could not be fetched. */
  failed: boolean
  onRetry: () => void
}

function StoryPending({ failed, onRetry }: PendingProps) {
  const { t } = useLingui()
  if (failed) {
    return <LoadFailure title={<Trans>We couldn’t load the rest of this page</Trans>} onRetry={onRetry} />
  }
  return (
    <Loading label={t`Loading…`}>
      <Skeleton shape="text" lines={8} />
    </Loading>
  )
}

function EventPending({ failed, onRetry }: PendingProps) {
  const { t } = useLingui()
  const messages = usePageMessages('/$lang/event/$alias')
  return (
    <Page
      {...messages}
      trail={<Trail name={messages.title} />}
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
