import { expect, test } from 'vitest'
import { monthsBetween } from './months.ts'

test('The months to choose from are those of Hong Kong, from the first entry on, newest first', () => {
  const now = Date.parse('2026-11-22T12:00:00+08:00')
  expect(monthsBetween(Date.parse('2026-09-01T00:00:00+08:00'), now)).toEqual(['2026-11', '2026-10', '2026-09'])
  expect(monthsBetween(Date.parse('2026-08-31T23:59:59+08:00'), now).at(-1)).toBe('2026-08')
  expect(monthsBetween(Date.parse('2025-12-31T23:00:00+08:00'), Date.parse('2026-01-01T01:00:00+08:00'))).toEqual([
    '2026-01',
    '2025-12',
  ])
})

test('A clock that is behind the first entry leaves no month to choose', () => {
  expect(monthsBetween(Date.parse('2026-11-22T12:00:00Z'), Date.parse('2020-01-01T00:00:00Z'))).toEqual([])
})
