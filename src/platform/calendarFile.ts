import { type CalendarDate, calendarFile } from '#contract/calendarFile.ts'
import { saveFile } from './saveFile.ts'

/** Hands the date to the device's calendar, as a file. */
export function saveCalendarFile(date: CalendarDate): void {
  const text = calendarFile(date, location.hostname, new Date())
  saveFile(`${date.id}.ics`, new Blob([text], { type: 'text/calendar' }))
}
