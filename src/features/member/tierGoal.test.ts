import { expect, test } from 'vitest'
import type { Tier } from '#contract/member/tiers.ts'
import type { UpgradeProgress } from '#contract/member/member.ts'
import { tierGoalOf } from './tierGoal.ts'

const nothing: UpgradeProgress = {
  annualTicket: 0,
  nextUpgradeTicketsPurchased: 20,
  annualNumberOfProgramSynonyms: 0,
  nextUpgradeProgramSynonyms: 10,
  totalAnnualEarnedPoint: 0,
  nextUpgradeTicketSpend: 300_000,
  ticketSpend: null,
}
const goal = (progress: Partial<UpgradeProgress> | null, tier: Tier = 'Red') =>
  tierGoalOf({ membership_tier: tier, upgrade_progress: progress && { ...nothing, ...progress } })

test('The measure that is nearest to Gold is named, with what is missing', () => {
  expect(goal({ annualTicket: 18 })).toEqual({ kind: 'ahead', measure: 'tickets', missing: 2 })
  expect(goal({ annualTicket: 5, annualNumberOfProgramSynonyms: 9 })).toMatchObject({
    measure: 'programmes',
    missing: 1,
  })
  expect(goal({ annualTicket: 1, totalAnnualEarnedPoint: 299_999 })).toMatchObject({ measure: 'points', missing: 1 })
})

test('Of measures that are equally near, tickets come first', () => {
  expect(goal({})).toEqual({ kind: 'ahead', measure: 'tickets', missing: 20 })
  expect(goal({ annualTicket: 10, annualNumberOfProgramSynonyms: 5 })).toMatchObject({
    measure: 'tickets',
    missing: 10,
  })
})

test('One measure that is reached is enough, exactly or by more', () => {
  for (const reached of [
    { annualTicket: 20 },
    { annualNumberOfProgramSynonyms: 12 },
    { totalAnnualEarnedPoint: 300_000 },
  ])
    expect(goal(reached, 'Black')).toEqual({ kind: 'reached' })
})

test('A Gold or Diamond member is there, whatever this year’s progress', () => {
  expect(goal({}, 'Gold')).toEqual({ kind: 'held' })
  expect(goal(null, 'Diamond')).toEqual({ kind: 'held' })
})

const spend = (inDays: number, inMonths: number, reached = false) => ({
  ticketSpend: {
    reached,
    periods: [
      { period: '30_days' as const, spent: inDays, goal: 120_000 },
      { period: '12_months' as const, spent: inMonths, goal: 300_000 },
    ],
  },
})

test('What is missing in dollars is named for the period that is nearest, and enough of them wait for the profile', () => {
  expect(goal(spend(119_800.1, 119_800.1))).toEqual({ kind: 'ahead', measure: 'dollars', missing: 199.9 })
  expect(goal(spend(0, 299_000))).toEqual({ kind: 'ahead', measure: 'dollars', missing: 1000 })
  expect(goal({ ...spend(0, 290_000), totalAnnualEarnedPoint: 290_000 })).toMatchObject({ measure: 'dollars' })
  expect(goal(spend(0, 0, true), 'Black')).toEqual({ kind: 'spent' })
  expect(goal(spend(0, 0, true), 'Gold')).toEqual({ kind: 'held' })
})

test('A measure that asks for nothing is never reached, and without any the goal is unknown', () => {
  expect(goal({ nextUpgradeTicketsPurchased: 0, annualTicket: 3 })).toMatchObject({ measure: 'programmes' })
  const none = { nextUpgradeTicketsPurchased: 0, nextUpgradeProgramSynonyms: 0, nextUpgradeTicketSpend: 0 }
  expect(goal(none)).toEqual({ kind: 'unknown' })
  expect(goal(null)).toEqual({ kind: 'unknown' })
})
