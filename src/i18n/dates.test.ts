import { afterEach, describe, expect, it } from 'vitest'
import { byMonth, dayParts, formatDate, formatDateTime, formatDay, formatEventTime, formatMonth } from './dates.ts'

const zoneBefore = process.env['TZ']

afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

describe.each(['Asia/Hong_Kong', 'UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Europe/London'])(
  'On a phone set to %s',
  (zone) => {
    it('a concert at eight in Hong Kong is shown at eight', () => {
      process.env['TZ'] = zone
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
      expect(formatDateTime('2026-09-01T12:00:00.000Z', 'en')).toBe('1 Sep 2026, 20:00')
      expect(formatDateTime('2026-09-01T20:00:00+08:00', 'tc')).toBe('2026年9月1日 20:00')
      expect(formatDateTime(Date.UTC(2026, 8, 1, 12), 'sc')).toBe('2026年9月1日 20:00')
    })

    it('a time just after midnight in Hong Kong is on the new day', () => {
      process.env['TZ'] = zone
      expect(formatDate('2026-12-31T16:00:00Z', 'en')).toBe('1 Jan 2027')
      expect(formatDate('2026-12-31T15:59:59Z', 'tc')).toBe('2026年12月31日')
    })

    it('what takes place has the weekday that it has in Hong Kong', () => {
      process.env['TZ'] = zone
      expect(formatEventTime('2026-12-11T16:30:00Z', 'en')).toBe('Sat 12 Dec 2026, 00:30')
      expect(formatEventTime('2026-12-12T12:00:00Z', 'tc')).toBe('2026年12月12日（六）20:00')
      expect(formatEventTime('2026-12-12T12:00:00Z', 'sc', { year: false })).toBe('12月12日（周六）20:00')
      expect(formatDay('2026-12-12T12:00:00Z', 'en')).toBe('Sat 12 Dec')
      expect(formatDay('2026-12-12T16:00:00Z', 'sc')).toBe('12月13日（周日）')
      expect(dayParts('2026-12-12T12:00:00Z', 'en')).toEqual({ day: '12', month: 'Dec', weekday: 'Sat' })
      expect(dayParts('2026-12-12T12:00:00Z', 'tc')).toEqual({ day: '12', month: '12月', weekday: '六' })
    })

    it('a month is that in Hong Kong', () => {
      process.env['TZ'] = zone
      expect(formatMonth('2026-08-31T16:00:00Z', 'en')).toBe('Sep 2026')
      expect(formatMonth('2026-08-31T15:59:59Z', 'tc')).toBe('2026年8月')
      expect(formatMonth(Date.UTC(2026, 11, 31, 16), 'sc')).toBe('2027年1月')
    })
  },
)

it('Items come by the Hong Kong month of their moments, in their order', () => {
  const moments = ['2026-11-30T23:59:59+08:00', '2026-11-01T00:00:00+08:00', '2026-10-31T23:59:59+08:00']
  expect(byMonth(moments, (moment) => Date.parse(moment))).toEqual([
    ['2026-11', moments.slice(0, 2)],
    ['2026-10', moments.slice(2)],
  ])
})
