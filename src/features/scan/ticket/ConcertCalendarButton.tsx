import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { saveCalendarFile } from '#src/platform/calendarFile.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import type { TicketView } from './ticketView.ts'

/** Puts the concert of a ticket into the device's calendar; nothing once it has begun, or while its name is not known. */
export function ConcertCalendarButton({ ticket }: { ticket: TicketView }) {
  const lang = useLanguage()
  const [now] = useState(() => Date.now())
  const { concert, venue, startsAt } = ticket
  if (concert === null || Date.parse(startsAt) < now) return null
  const save = () =>
    saveCalendarFile({
      // Two tickets of a concert are one evening.
      id: `concert-${Date.parse(startsAt)}-${concert.en.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
      title: localized(concert, lang),
      startsAt,
      place: venue === null ? '' : localized(venue, lang),
      description: '',
      url: null,
    })
  return (
    <p>
      <Button variant="quiet" onClick={save}>
        <Icon name="calendar" />
        <Trans>Add to calendar</Trans>
      </Button>
    </p>
  )
}
