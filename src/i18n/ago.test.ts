import { describe, expect, it } from 'vitest'
import { formatAgo } from './ago.ts'

describe('How long ago', () => {
  const now = Date.UTC(2026, 0, 10)

  it.each([
    [20_000, 'en', 'just now'],
    [-5_000, 'en', 'just now'],
    [20_000, 'tc', '剛剛'],
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
