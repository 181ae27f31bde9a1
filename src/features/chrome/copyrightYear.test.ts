import { expect, test } from 'vitest'
import { copyrightYear } from './copyrightYear.ts'

test('The copyright year changes with the year in Hong Kong', () => {
  expect(copyrightYear(Date.UTC(2026, 11, 31, 15, 59, 59))).toBe('2026')
  expect(copyrightYear(Date.UTC(2026, 11, 31, 16))).toBe('2027')
})
