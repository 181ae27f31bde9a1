import { expect, test } from 'vitest'
import { joinActionOf } from './joinRoutes.ts'

test('Guests and members of every tier can apply to the young audience scheme', () => {
  for (const tier of [null, 'Black', 'Red', 'Gold'] as const) expect(joinActionOf({ code: 'ya' }, tier)).toBe('apply')
})

test('A way to join that the app does not offer leads to the team', () => {
  expect(joinActionOf({ code: 'unknown' }, null)).toBe('ask')
})
