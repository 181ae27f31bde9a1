import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import {
  changeEvent,
  doorEvents,
  type EventPlan,
  type Guest,
  type ListedEvent,
  listEvents,
} from '#contract/staff/events.ts'
import { dayOf } from '#contract/hongKong.ts'
import { defaultLanguage, type Language, languages, languageTable, noText } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatEventTime } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { clubNow } from '#src/platform/clubClock.ts'
import { useNow } from '#src/platform/now.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Answered } from '../parts/Answered.tsx'
import { ListTable } from '../parts/ListTable.tsx'
import { toField, toMoment } from '../parts/clubTime.ts'
import { StaffPage } from '../parts/StaffPage.tsx'
import { useDone } from '../parts/useUndo.ts'
import { useMay } from '../session.ts'
import { staffQuery, useAct } from '../staffClient.ts'
import styles from './EventsPage.module.css'
import { Door } from './Door.tsx'
import { Guests } from './Guests.tsx'
import { WriteToGuests } from './WriteToGuests.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'

const route = getRouteApi('/events')

/** Who comes to events: counts at once, names for a reason. At the door alone, those of today. */
export function EventsPage() {
  const { t } = useLingui()
  const alias = route.useSearch().event
  const may = useMay()
  const isDoor = !may('event_read')
  const all = useQuery({ ...staffQuery(listEvents, {}), enabled: !isDoor })
  const todays = useQuery({ ...staffQuery(doorEvents, {}), enabled: isDoor })
  return (
    <StaffPage title={t`Events`}>
      <Answered query={isDoor ? todays : all}>
        {({ events }) => {
          const event = events.find((one) => one.alias === alias)
          return event ? <EventView key={event.alias} event={event} /> : <EventTable events={events} isDoor={isDoor} />
        }}
      </Answered>
    </StaffPage>
  )
}

const isToday = ({ startsAt }: ListedEvent) =>
  startsAt !== null && dayOf(new Date(startsAt)) === dayOf(new Date(clubNow()))

function useEventName(): (event: ListedEvent) => string {
  const lang = useLanguage()
  return ({ name, alias }) => (name && localized(name, lang)) || alias
}

const placesOf = ({ registered, places }: ListedEvent) =>
  places === null ? formatPoints(registered) : `${formatPoints(registered)} / ${formatPoints(places)}`

function EventTable({ events, isDoor }: { events: readonly ListedEvent[]; isDoor: boolean }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const nameOf = useEventName()
  const now = useNow(events.map(({ startsAt }) => startsAt))
  if (events.length === 0)
    return <Empty>{isDoor ? <Trans>There are no events today.</Trans> : <Trans>There are no events yet.</Trans>}</Empty>
  return (
    <ListTable
      file="events"
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
  const [guests, setGuests] = useState<readonly Guest[] | null>(null)
  // On other days, whoever types a name to look somebody up would let them in.
  const [isDoorOpen, setIsDoorOpen] = useState(() => isToday(event))
  return (
    <>
      <p>
        <TextLink to="/events" activeOptions={{ exact: true }}>
          {may('event_read') ? <Trans>All events</Trans> : <Trans>Today’s events</Trans>}
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
      {may('attendance_mark') && !isDoorOpen && (
        <p>
          <Button onClick={() => setIsDoorOpen(true)}>
            <Trans>Let guests in</Trans>
          </Button>
        </p>
      )}
      {may('attendance_mark') && isDoorOpen && (
        <Door
          event={event}
          onArrived={(refNo, attended) =>
            setGuests((now) => now && now.map((one) => (one.refNo === refNo ? { ...one, attended } : one)))
          }
          onAll={() => setGuests(null)}
        />
      )}
      {may('guests_read') && <Guests event={event} guests={guests} onGuests={setGuests} />}
      {may('guests_write') && event.registrations > 0 && <WriteToGuests event={event} />}
    </>
  )
}

const planOf = ({ startsAt, venue, isPublished }: ListedEvent): EventPlan => ({
  startsAt,
  venue: venue ?? noText,
  isPublished,
})

/** Moves an event, withdraws it, or lets it take place after all. */
function ChangeEvent({ event }: { event: ListedEvent }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>
        <Trans>Move or postpone…</Trans>
      </Button>
      {isOpen && <ChangeEventDialog event={event} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function ChangeEventDialog({ event, onClose }: { event: ListedEvent; onClose: () => void }) {
  const { t } = useLingui()
  const act = useAct(changeEvent)
  const tellDone = useDone()
  // As it was when the dialog opened, which the server compares with what is there now.
  const [from] = useState(() => planOf(event))
  const [startsAt, setStartsAt] = useState(toField(from.startsAt))
  const [venue, setVenue] = useState(from.venue)
  const [isWithdrawn, setIsWithdrawn] = useState(!from.isPublished)
  const reason = useReason()
  const save = () => {
    const words = reason.read()
    if (words === null) return
    // A time that nobody has changed keeps its seconds.
    const moment = startsAt === toField(from.startsAt) ? from.startsAt : toMoment(startsAt)
    act.mutate(
      {
        alias: event.alias,
        from,
        to: { startsAt: moment, venue, isPublished: !isWithdrawn },
        reason: words,
      },
      {
        onSuccess: (changed) => {
          if (changed.kind === 'saved') tellDone(t`The event is changed. Its guests get an email.`, [changed.undo])
          if (changed.kind === 'saved' || changed.kind === 'unchanged') onClose()
        },
      },
    )
  }
  return (
    <ConfirmDialog
      title={t`Move or postpone the event`}
      size="wide"
      tone="primary"
      confirm={<Trans>Save and tell everyone</Trans>}
      act={act}
      onConfirm={save}
      onClose={onClose}
    >
      <p>
        <Trans>Everyone who has places, or waits for them, gets an email within minutes.</Trans>
      </p>
      <TextField
        type="datetime-local"
        label={t`Begins`}
        hint={t`In Hong Kong time.`}
        value={startsAt}
        error={act.data?.kind === 'past' ? t`This time has passed. Enter one in the future.` : null}
        onChange={({ target }) => setStartsAt(target.value)}
      />
      {languages.map((language: Language) => (
        <TextField
          key={language}
          label={t`Venue in ${languageTable[language].name}`}
          lang={languageTable[language].tag}
          value={venue[language]}
          maxLength={200}
          error={
            language === defaultLanguage && act.data?.kind === 'no_venue' ? t`Enter the venue in English, too.` : null
          }
          onChange={({ target }) => setVenue({ ...venue, [language]: target.value })}
        />
      ))}
      <Checkbox
        label={t`Postpone until further notice`}
        hint={t`Members will no longer see it. Those with places keep them, in case it takes place after all.`}
        checked={isWithdrawn}
        onChange={({ target }) => setIsWithdrawn(target.checked)}
      />
      <ReasonField {...reason.field} hint={t`For the log: members don’t see it.`} missing={t`Say why.`} />
      <Refusal kind={act.data?.kind} />
    </ConfirmDialog>
  )
}

/** Why a change was not saved, where no field says it. */
function Refusal({ kind }: { kind: string | undefined }) {
  if (kind === 'changed' || kind === 'unknown')
    return (
      <Notice tone="warning">
        <Trans>
          Someone has changed this event in the meantime. Close this and look at it again: your change wasn’t saved.
        </Trans>
      </Notice>
    )
  if (kind === 'begun')
    return (
      <Notice tone="warning">
        <Trans>The event has begun, so nothing was changed.</Trans>
      </Notice>
    )
  return null
}
