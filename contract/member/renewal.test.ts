import { expect, test } from 'vitest'
import { redValidUntil, tierEndOf } from './renewal.ts'

const renewal = {
  at: '2027-08-31T16:00:00.000Z',
  tier: 'Black',
  reason: 'unlimited',
  renewable_from: '2027-06-30T16:00:00.000Z',
  kept_at: null,
} as const

test('What the price page says of a Red membership’s end is what the server gives', () => {
  for (const moment of [
    '2026-09-01T00:00:00Z',
    '2027-06-30T15:59:59.999Z',
    '2027-06-30T16:00:00Z',
    '2027-08-31T15:59:59Z',
  ])
    expect(redValidUntil(renewal, Date.parse(moment))).toBe(tierEndOf(new Date(moment)).getTime())
})
