/** A date for a calendar, from a page or in a mail. Texts are plain; times are ISO 8601. */
export interface CalendarDate {
  /** The same for the same date always: a calendar that has it already changes it. */
  id: string
  title: string
  startsAt: string
  place: string
  /** Empty: none. */
  description: string
  /** The page that describes it; null if there is none. */
  url: string | null
  /** How often it has changed since it was first given: a calendar takes the newest. Nothing: never. */
  revision?: number
  /** It does not take place: a calendar that has it strikes it out. */
  isCancelled?: boolean
}

/** How long an evening takes up in the calendar: no end is announced. */
const duration = 'PT2H'

/**
 * A calendar file with one date (RFC 5545), in UTC, so that it needs no time zone's rules.
 *
 * @param host the website's, for the worldwide unique id
 * @param now when the file is made
 */
export function calendarFile(date: CalendarDate, host: string, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Club Bravo//Club Bravo//EN',
    'BEGIN:VEVENT',
    `UID:${date.id}@${host}`,
    `DTSTAMP:${utcTime(now)}`,
    `DTSTART:${utcTime(new Date(date.startsAt))}`,
    `DURATION:${duration}`,
    ...(date.revision === undefined ? [] : [`SEQUENCE:${date.revision}`]),
    ...(date.isCancelled === true ? ['STATUS:CANCELLED'] : []),
    `SUMMARY:${escaped(date.title)}`,
    ...(date.place === '' ? [] : [`LOCATION:${escaped(date.place)}`]),
    ...(date.description === '' ? [] : [`DESCRIPTION:${escaped(date.description)}`]),
    ...(date.url === null ? [] : [`URL:${date.url}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** Form 2 of RFC 5545, 3.3.5: `20261122T120000Z`. */
function utcTime(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d+/g, '')
}

/** RFC 5545, 3.3.11. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n?|\n/g, String.raw`\n`)
}

/** RFC 5545, 3.1: at most 75 octets a line, continued after a space, and no character is divided. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let [text, octets] = ['', 0]
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > 75) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}
