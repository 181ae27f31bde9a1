import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import type { EventItem, EventSummary } from '#contract/spending/events.ts'
import { storedProfile, watchStoredSession } from '#src/session/storedSession.ts'
import { DateText, EventTime } from '#src/ui/content/DateText.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { isApprovedYouth, isYouthOnly, placesPerMember } from '../registering/quota.ts'

/**
 * Date, venue and registration dates; the number of places only with the event's details, because the list has none.
 */
export function EventFacts({ event }: { event: EventSummary | EventItem }) {
  const { t } = useLingui()
  const places = usePlaces(event)
  const { starts_at: startsAt, priority_registration_start_date: priority, event_expiry_date: expiry } = event
  return (
    <DefinitionList
      rows={[
        ...(startsAt === null ? [] : [{ term: t`When`, value: <EventTime moment={startsAt} /> }]),
        { term: t`Where`, value: <LocalText text={event.venue} /> },
        ...(priority === null
          ? []
          : [{ term: t`Priority registration (Red, Gold)`, value: <DateText moment={priority} time /> }]),
        { term: t`Public registration`, value: <DateText moment={event.public_registration_start_date} time /> },
        ...(expiry === null ? [] : [{ term: t`Registration closes`, value: <DateText moment={expiry} time /> }]),
        ...places,
      ]}
    />
  )
}

const isYoungHere = () => isApprovedYouth(storedProfile())

function usePlaces(event: EventSummary | EventItem): { term: string; value: string }[] {
  const { t } = useLingui()
  const isYoung = useSyncExternalStore(watchStoredSession, isYoungHere, () => false)
  if (!('event_quota' in event)) return []
  const { event_quota: all, waiting_list: queues } = event
  const each = String(placesPerMember(event, isYoung))
  const isForOthers = isYouthOnly(event) && !isYoung
  return [
    isForOthers
      ? { term: t`Who it’s for`, value: t`Approved members of the Young Audience Scheme` }
      : { term: isYoung ? t`Places for you` : t`Places per member`, value: each },
    ...(all === null ? [] : [{ term: t`Total places`, value: String(all) }]),
    ...(queues ? [{ term: t`When full`, value: t`There’s a waiting list` }] : []),
  ]
}
