import { Trans } from '@lingui/react/macro'
import type { EventSummary } from '#contract/spending/events.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { saveCalendarFile } from '#src/platform/calendarFile.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'

/** Puts an event into the device's calendar; nothing without a date. */
export function EventCalendarButton({ event }: { event: EventSummary }) {
  const lang = useLanguage()
  const { starts_at: startsAt } = event
  if (startsAt === null) return null
  const save = () =>
    saveCalendarFile({
      id: `event-${event.id}`,
      title: localized(event.name, lang),
      startsAt,
      place: localized(event.venue, lang),
      description: localized(event.short_description, lang),
      url: `${location.origin}/${lang}/event/${event.alias}`,
    })
  return (
    <Button onClick={save}>
      <Icon name="calendar" />
      <Trans>Add to calendar</Trans>
    </Button>
  )
}
