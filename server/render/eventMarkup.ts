import * as v from 'valibot'
import { type Language, type LocalizedText, textIn } from '#contract/language.ts'
import { imageUrl } from '#contract/schemas/image.ts'
import { EventItem } from '#contract/spending/events.ts'

const Shown = v.object({ event: EventItem })

/**
 * What search engines show of an event (schema.org): its name, time and place. null for data that is no event's, or
 * that says no time.
 *
 * @param address of its page
 */
export function eventMarkup(data: unknown, language: Language, address: string): object | null {
  const shown = v.safeParse(Shown, data)
  if (!shown.success || shown.output.event.starts_at === null) return null
  const { name, short_description: description, venue, starts_at: startDate, image } = shown.output.event
  const said = (text: LocalizedText) => textIn(text, language).text
  const picture = image && (image[language] ?? image.en)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: said(name),
    description: said(description),
    startDate,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'Place', name: said(venue), address: said(venue) },
    organizer: { '@type': 'Organization', name: 'Club Bravo', url: new URL('/', address).href },
    url: address,
    ...(picture && { image: new URL(imageUrl(picture, picture.widths.at(-1) ?? picture.width, 'jpg'), address).href }),
  }
}
