import { calendarFile } from '#contract/calendarFile.ts'
import type { EventNotice, Notice } from '#server/mail/notices.ts'
import type { Writer } from './mailContent.ts'

/** What a mail does to the reader's calendar: nothing for who waits. */
function changeOf(notice: EventNotice): 'put' | 'strike' | 'none' {
  switch (notice.kind) {
    case 'event_registered':
    case 'event_promoted':
    case 'event_reminder':
      return 'put'
    case 'event_changed':
    case 'event_restored':
      return notice.isWaiting ? 'none' : 'put'
    case 'event_withdrawn':
      return notice.isWaiting ? 'none' : 'strike'
    case 'event_cancelled':
      return notice.keepsPlaces ? 'none' : 'strike'
    case 'event_waiting':
      return 'none'
  }
}

/**
 * The calendar file of a mail about an event, with the id that the app's own button gives it; null for any other mail,
 * and for an event without a date.
 */
export function mailCalendar(notice: Notice, link: string, { textOf }: Writer): string | null {
  if (!('plan' in notice) || notice.plan.startsAt === null) return null
  const change = changeOf(notice)
  if (change === 'none') return null
  const { eventId, name, plan, revision } = notice
  const date = {
    id: `event-${eventId}`,
    title: textOf(name),
    startsAt: notice.plan.startsAt.toISOString(),
    place: textOf(plan.venue),
    description: '',
    url: link,
    revision,
    isCancelled: change === 'strike',
  }
  return calendarFile(date, new URL(link).hostname, new Date())
}
