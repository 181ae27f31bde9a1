import { type CalendarDate, calendarFile } from '#contract/calendarFile.ts'

/** Hands the date to the device's calendar, as a file. */
export function saveCalendarFile(date: CalendarDate): void {
  const file = new Blob([calendarFile(date, location.hostname, new Date())], { type: 'text/calendar' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `${date.id}.ics`
  link.click()
  // Browsers read the file after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
