import { expect, test } from 'vitest'
import type { UpgradeProgress } from '#contract/member/member.ts'
import { needsReminder } from './reminder.ts'

const short: UpgradeProgress = {
  annualTicket: 19,
  nextUpgradeTicketsPurchased: 20,
  annualNumberOfProgramSynonyms: 9,
  nextUpgradeProgramSynonyms: 10,
  totalAnnualEarnedPoint: 299_999,
  nextUpgradeTicketSpend: 300_000,
  ticketSpend: null,
}
const incomplete = (progress: UpgradeProgress | null) =>
  needsReminder({ is_profile_completed: false, membership_tier: 'Red', upgrade_progress: progress })

test.each([
  ['tickets', { annualTicket: 20 }],
  ['programmes', { annualNumberOfProgramSynonyms: 10 }],
  ['points', { totalAnnualEarnedPoint: 300_000 }],
  ['spend', { ticketSpend: { reached: true, periods: [] } }],
  ['more tickets than needed', { annualTicket: 31 }],
])('A member with an incomplete profile is reminded when only %s reach the next tier', (_measure, reached) => {
  expect(incomplete({ ...short, ...reached })).toBe(true)
})

test('No member is reminded below every threshold', () => {
  expect(incomplete(short)).toBe(false)
})

const reached = { membership_tier: 'Red', upgrade_progress: { ...short, annualTicket: 20 } } as const

test('Whoever has the highest tier that concerts give is never reminded', () => {
  expect(needsReminder({ ...reached, is_profile_completed: false })).toBe(true)
  for (const tier of ['Gold', 'Diamond'] as const)
    expect(needsReminder({ ...reached, is_profile_completed: false, membership_tier: tier })).toBe(false)
})

test('A member with a complete profile is never reminded', () => {
  expect(needsReminder({ ...reached, is_profile_completed: true })).toBe(false)
})

test('No member is reminded while progress is unknown', () => {
  expect(incomplete(null)).toBe(false)
})

test('A threshold of 0 is no threshold', () => {
  const without = { nextUpgradeTicketsPurchased: 0, nextUpgradeProgramSynonyms: 0, nextUpgradeTicketSpend: 0 }
  expect(incomplete({ ...short, ...without })).toBe(false)
})
