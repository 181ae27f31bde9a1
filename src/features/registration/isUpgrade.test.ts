import { expect, test } from 'vitest'
import type { Tier } from '#contract/member/tiers.ts'
import { isUpgrade } from './isUpgrade.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const isUpgraded = (tier: Tier, since: string | null) =>
  isUpgrade({ membership_tier: tier, membership_since: since }, now)

test('Whoever was a member before is upgraded, and everybody else is new', () => {
  expect(isUpgraded('Red', '2024-05-01T00:00:00Z')).toBe(true)
  expect(isUpgraded('Gold', '2026-11-21T11:59:59Z')).toBe(true)
  expect(isUpgraded('Red', '2026-11-22T11:30:00Z')).toBe(false)
  expect(isUpgraded('Red', null)).toBe(false)
  expect(isUpgraded('Black', '2024-05-01T00:00:00Z')).toBe(false)
})
