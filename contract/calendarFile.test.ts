import { expect, test } from 'vitest'
import { type CalendarDate, calendarFile } from './calendarFile.ts'

const date: CalendarDate = {
  id: 'event-7',
  title: 'Brahms, Dvořák; and \\ more',
  startsAt: '2026-11-22T20:00:00+08:00',
  place: 'Concert Hall, Level 2',
  description: '',
  url: 'https://club.example/en/event/brahms',
}
const now = new Date('2026-10-01T09:30:15.250Z')
const linesOf = (changed: Partial<CalendarDate> = {}) =>
  calendarFile({ ...date, ...changed }, 'club.example', now).split('\r\n')

test('A date has the same id always, its start in UTC, and a length', () => {
  expect(linesOf()).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Club Bravo//Club Bravo//EN',
    'BEGIN:VEVENT',
    'UID:event-7@club.example',
    'DTSTAMP:20261001T093015Z',
    'DTSTART:20261122T120000Z',
    'DURATION:PT2H',
    String.raw`SUMMARY:Brahms\, Dvořák\; and \\ more`,
    String.raw`LOCATION:Concert Hall\, Level 2`,
    'URL:https://club.example/en/event/brahms',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('No text ends its line: line breaks are written out', () => {
  expect(linesOf({ description: 'One\r\nEND:VEVENT\nTwo' })).toContain(String.raw`DESCRIPTION:One\nEND:VEVENT\nTwo`)
})

test('No line is longer than 75 octets, and unfolded the text is whole', () => {
  const title = '貝多芬第九交響曲與合唱幻想曲 🎻'.repeat(8)
  const lines = linesOf({ title })
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
})
