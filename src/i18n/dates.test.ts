import { afterEach, describe, expect, it } from 'vitest'
import { formatAgo, formatDate, formatDateTime, formatMoney, formatPoints } from './dates.ts'

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

    it('a moment after midnight in Hong Kong is the new day', () => {
      process.env['TZ'] = zone
      expect(formatDate('2026-12-31T16:00:00Z', 'en')).toBe('1 Jan 2027')
      expect(formatDate('2026-12-31T15:59:59Z', 'tc')).toBe('2026年12月31日')
    })
  },
)

describe('How long ago', () => {
  const now = Date.UTC(2026, 0, 10)

  it.each([
    [20_000, 'en', 'now'],
    [-5_000, 'en', 'now'],
    [60_000, 'en', '1 minute ago'],
    [59 * 60_000, 'en', '59 minutes ago'],
    [2 * 3_600_000, 'en', '2 hours ago'],
    [3 * 86_400_000, 'en', '3 days ago'],
    [5 * 60_000, 'tc', '5 分鐘前'],
    [5 * 60_000, 'sc', '5分钟前'],
  ] as const)('%d ms in %s reads %s', (passed, lang, expected) => {
    expect(formatAgo(now - passed, now, lang)).toBe(expected)
  })
})

describe('Numbers', () => {
  it('points have thousand separators', () => {
    expect([0, 500, 1_000, 1_234_567].map(formatPoints)).toEqual(['0', '500', '1,000', '1,234,567'])
  })

  it('money shows cents only where there are any', () => {
    expect([300, 1_280.5, 0].map(formatMoney)).toEqual(['HK$300', 'HK$1,280.50', 'HK$0'])
  })
})
