import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ListedEvent, listEvents } from '#contract/staff/events.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatEventTime } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { useNow } from '#src/platform/now.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Table } from '#src/ui/layout/Table.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Answered } from '../parts/Answered.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { useMay } from '../session.ts'
import { staffQuery } from '../staffClient.ts'
import styles from './EventsPage.module.css'
import { Guests } from './Guests.tsx'
import { ChangeEvent } from './ChangeEvent.tsx'

const route = getRouteApi('/events')

/** Who comes to events: counts at once, names for a reason. */
export function EventsPage() {
  const { t } = useLingui()
  const alias = route.useSearch().event
  const query = useQuery(staffQuery(listEvents, {}))
  return (
    <StaffPage title={t`Events`}>
      <Answered query={query}>
        {({ events }) => {
          const event = events.find((one) => one.alias === alias)
          return event ? <EventView key={event.alias} event={event} /> : <EventTable events={events} />
        }}
      </Answered>
    </StaffPage>
  )
}

function useEventName(): (event: ListedEvent) => string {
  const lang = useLanguage()
  return ({ name, alias }) => (name && localized(name, lang)) || alias
}

const placesOf = ({ registered, places }: ListedEvent) =>
  places === null ? formatPoints(registered) : `${formatPoints(registered)} / ${formatPoints(places)}`

function EventTable({ events }: { events: readonly ListedEvent[] }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const nameOf = useEventName()
  const now = useNow(events.map(({ startsAt }) => startsAt))
  if (events.length === 0)
    return (
      <Empty>
        <Trans>There are no events yet.</Trans>
      </Empty>
    )
  return (
    <Table
      label={t`Events`}
      rows={events}
      keyOf={({ alias }) => alias}
      columns={[
        {
          head: t`Event`,
          isName: true,
          renderCell: (event) => (
            <>
              <TextLink to="/events" search={{ event: event.alias }}>
                {nameOf(event)}
              </TextLink>
              {!event.isPublished && (
                <>
                  {' '}
                  <Badge tone="neutral">
                    <Trans>Not shown</Trans>
                  </Badge>
                </>
              )}
              {event.startsAt !== null && Date.parse(event.startsAt) < now && (
                <>
                  {' '}
                  <Badge tone="neutral">
                    <Trans>Past</Trans>
                  </Badge>
                </>
              )}
            </>
          ),
        },
        { head: t`Begins`, renderCell: ({ startsAt }) => (startsAt === null ? '–' : formatEventTime(startsAt, lang)) },
        { head: t`Places taken`, isNumber: true, renderCell: placesOf },
        { head: t`Waiting list`, isNumber: true, renderCell: ({ waiting }) => waiting || '–' },
      ]}
    />
  )
}

function EventView({ event }: { event: ListedEvent }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const may = useMay()
  const nameOf = useEventName()
  return (
    <>
      <p>
        <TextLink to="/events" activeOptions={{ exact: true }}>
          <Trans>All events</Trans>
        </TextLink>
      </p>
      <section className={styles['event']} aria-label={nameOf(event)}>
        <h2>{nameOf(event)}</h2>
        <Facts
          facts={[
            [t`Begins`, event.startsAt && formatEventTime(event.startsAt, lang)],
            [t`Venue`, event.venue && localized(event.venue, lang)],
            [t`Places taken`, placesOf(event)],
            [t`Places on the waiting list`, event.waiting],
            [t`Registrations`, event.registrations],
            [t`Arrived`, event.attended],
          ]}
        />
        {!event.isPublished && (
          <p>
            <Badge tone="warning">
              <Trans>Postponed until further notice: members don’t see it</Trans>
            </Badge>
          </p>
        )}
        {may('event_change') && <ChangeEvent event={event} />}
      </section>
      {may('guests_read') && <Guests event={event} />}
    </>
  )
}
