import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode, useSyncExternalStore } from 'react'
import { type Tier, tierTable } from '#contract/member/tiers.ts'
import type { EventItem, EventSummary } from '#contract/spending/events.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { loadMemberCatalog, useLanguage } from '#src/i18n/activate.ts'
import { formatDateTime } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import { contentQueries, eventQueries, rewardQueries } from '#src/query/clubQueries.ts'
import { DetailColumns } from '#src/ui/layout/DetailColumns.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { EventTime, DateText } from '#src/ui/content/DateText.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { ShareButton } from '#src/ui/actions/ShareButton.tsx'
import { useNow } from '#src/platform/now.ts'
import {
  canRegister,
  hasBegun,
  momentsOf,
  registrationStatusOf,
  type RegistrationStatus,
} from '#contract/spending/registrationStatus.ts'
import { storedProfile, watchStoredSession } from '#src/session/storedSession.ts'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { isApprovedYouth, isYouthOnly, placesPerMember } from '../registering/quota.ts'
import {
  OfferFrame,
  OfferNotFound,
  OfferPending,
  OfferTexts,
  OfferTextsPending,
  pictureSizes,
  SignInPrompt,
} from '../OfferDetail.tsx'
import { EventCalendarButton } from './EventCalendarButton.tsx'
import { ApiCallError } from '#src/api/callFailure.ts'
import type { Refreshed } from '../registering/RegistrationPanel.tsx'
import styles from '../OfferDetail.module.css'
import { RegistrationBadge } from './RegistrationBadge.tsx'
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
  const { t } = useLingui()
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
  if (data === null) {
    return (
      <OfferNotFound
        title={t`We couldn’t find this event`}
        reason={t`It has ended or doesn’t exist`}
        icon="calendar"
        link={<Trans>See all events</Trans>}
        hash="events"
      />
    )
  }
  const event = data ?? listed
  const pending = { failed: isError, onRetry: retry }
  if (!event) {
    return (
      <OfferPending
        page="/$lang/event/$alias"
        eyebrow={<Trans>Event</Trans>}
        failure={<Trans>We couldn’t load this event</Trans>}
        hash="events"
        {...pending}
      />
    )
  }
  return (
    // A new key moves the focus to the heading: only after a press on "try again", never while the person is reading.
    <Event
      key={String(hasRetried && data !== undefined)}
      event={event}
      staleSince={isError ? (data ? dataUpdatedAt : listedAt) : null}
      onRefresh={async () => {
        const { error, data: read } = await refetch()
        const isLost = error instanceof ApiCallError && error.error.kind !== 'http'
        if (error !== null) return isLost ? 'unreachable' : 'unread'
        return read ?? 'gone'
      }}
    >
      {data ? (
        <OfferTexts offer={data}>
          <EventFacts event={data} />
        </OfferTexts>
      ) : (
        <OfferTextsPending {...pending} />
      )}
    </Event>
  )
}

interface EventProps {
  event: EventSummary | EventItem
  /** When the event was fetched, in milliseconds since 1970, if it cannot be refreshed now; otherwise null. */
  staleSince: number | null
  /** Reads it again. */
  onRefresh: () => Promise<Refreshed>
  /** The parts that only the event's details contain, or their skeleton. */
  children: ReactNode
}

function Event({ event, staleSince, onRefresh, children }: EventProps) {
  const lang = useLanguage()
  const member = useRememberedMember()
  const now = useNow(momentsOf(event))
  const status = registrationStatusOf(event, member?.tier ?? null, now)
  return (
    <OfferFrame offer={event} eyebrow={<WhenAndWhere event={event} />} hash="events">
      {staleSince !== null && <DataAge fetchedAt={staleSince} />}
      <DetailColumns
        picture={<Picture image={event.image} alt="" sizes={pictureSizes} ratio="card" eager />}
        aside={
          <>
            <div className={styles['status']}>
              <p>
                <RegistrationBadge event={event} status={status} />
              </p>
              <RegistrationDate event={event} name={decisiveDate(event, status, member?.tier ?? null)} />
              <RegistrationMessage status={status} />
            </div>
            {member === null && 'event_quota' in event && isYouthOnly(event) && (
              <p>
                <Trans>For approved members of the Young Audience Scheme only.</Trans>
              </p>
            )}
            {member === null && (status === 'open' || status === 'start-priority') && (
              <SignInPrompt
                returnTo={`/${lang}/event/${event.alias}`}
                about={event.starts_at === null ? <Trans>Event</Trans> : <EventTime moment={event.starts_at} short />}
              >
                <Trans>Sign in to register.</Trans>
              </SignInPrompt>
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
            {member !== null &&
              !('event_quota' in event) &&
              canRegister(status) &&
              (staleSince === null ? (
                <RegistrationPanelSkeleton />
              ) : (
                <Notice tone="info">
                  <Trans>Club Bravo can’t be reached right now. Connect to the internet to register.</Trans>
                </Notice>
              ))}
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
    </OfferFrame>
  )
}

/** What somebody asks first of an event: above its name. */
function WhenAndWhere({ event: { starts_at: startsAt, venue } }: { event: EventSummary }) {
  return (
    <>
      {startsAt === null ? <Trans>Event</Trans> : <EventTime moment={startsAt} />}
      {' · '}
      <LocalText text={venue} className={styles['venue']} />
    </>
  )
}

type RegistrationDateName = 'priority_registration_start_date' | 'public_registration_start_date' | 'event_expiry_date'

/** The one date that matters to the viewer: from when on they can register, or until when; null if none does. */
function decisiveDate(event: EventSummary, status: RegistrationStatus, tier: Tier | null): RegistrationDateName | null {
  if (canRegister(status)) return event.places_left === 0 && !event.waiting_list ? null : 'event_expiry_date'
  if (status === 'public-expired') return null
  const isBefore = event.priority_registration_start_date !== null && tier !== null && tierTable[tier].hasPriority
  return isBefore ? 'priority_registration_start_date' : 'public_registration_start_date'
}

function RegistrationDate({ event, name }: { event: EventSummary; name: RegistrationDateName | null }) {
  const lang = useLanguage()
  const moment = name && event[name]
  if (moment === null) return null
  const when = formatDateTime(moment, lang)
  return (
    <p>
      {name === 'event_expiry_date' && <Trans>Register until {when}.</Trans>}
      {name === 'public_registration_start_date' && <Trans>Registration opens to everyone on {when}.</Trans>}
      {name === 'priority_registration_start_date' && <Trans>Registration opens to you on {when}.</Trans>}
    </p>
  )
}

/** Shown if the contents have no message for a status. */
const defaultMessages: Partial<Record<RegistrationStatus, MessageDescriptor>> = {
  'start-priority': msg`Red and Gold members can register now. Everyone else can register once public registration opens.`,
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

/** How many places there are, and the registration dates to come. */
function EventFacts({ event }: { event: EventItem }) {
  const { t } = useLingui()
  const tier = useRememberedMember()?.tier ?? null
  const now = useNow(momentsOf(event))
  const status = registrationStatusOf(event, tier, now)
  const places = usePlaces(event, status)
  const dates: { name: RegistrationDateName; term: string }[] = [
    { name: 'priority_registration_start_date', term: t`Priority registration (Red, Gold)` },
    { name: 'public_registration_start_date', term: t`Public registration` },
    { name: 'event_expiry_date', term: t`Registration closes` },
  ]
  return (
    <Disclosure title={<Trans>Places and dates</Trans>} level={2}>
      <DefinitionList
        rows={[
          ...places,
          ...dates.flatMap(({ name, term }) => {
            const moment = event[name]
            const isToCome = moment !== null && Date.parse(moment) > now
            return isToCome ? { term, value: <DateText moment={moment} time /> } : []
          }),
        ]}
      />
    </Disclosure>
  )
}

const isYoungHere = () => isApprovedYouth(storedProfile())

function usePlaces(event: EventItem, status: RegistrationStatus): { term: string; value: string }[] {
  const { t } = useLingui()
  const isYoung = useSyncExternalStore(watchStoredSession, isYoungHere, () => false)
  const { event_quota: all, waiting_list: queues } = event
  const each = String(placesPerMember(event, isYoung))
  const isForOthers = isYouthOnly(event) && !isYoung
  return [
    isForOthers
      ? { term: t`Who it’s for`, value: t`Approved members of the Young Audience Scheme` }
      : { term: isYoung ? t`Places for you` : t`Places per member`, value: each },
    ...(all === null ? [] : [{ term: t`Total places`, value: String(all) }]),
    ...(queues && status !== 'public-expired' ? [{ term: t`When full`, value: t`There’s a waiting list` }] : []),
  ]
}
