import { expect, test } from 'vitest'
import type { Tier } from '#contract/member/tiers.ts'
import type { UpgradeProgress } from '#contract/member/member.ts'
import { missingToKeep, tierGoalOf } from './tierGoal.ts'

const nothing: UpgradeProgress = {
  annualTicket: 0,
  nextUpgradeTicketsPurchased: 20,
  annualNumberOfProgramSynonyms: 0,
  nextUpgradeProgramSynonyms: 10,
  totalAnnualEarnedPoint: 0,
  nextUpgradeTicketSpend: 300_000,
  ticketSpend: null,
}
const goal = (progress: Partial<UpgradeProgress> | null, tier: Tier = 'Red', isComplete = true) =>
  tierGoalOf({
    membership_tier: tier,
    upgrade_progress: progress && { ...nothing, ...progress },
    is_profile_completed: isComplete,
  })
const ahead = { kind: 'ahead', tier: 'Gold', keeps: false, needsProfile: false } as const

test('The measure that is nearest to Gold is named, with what is missing', () => {
  expect(goal({ annualTicket: 18 })).toEqual({ ...ahead, measure: 'tickets', missing: 2 })
  expect(goal({ annualTicket: 5, annualNumberOfProgramSynonyms: 9 })).toMatchObject({
    measure: 'programmes',
    missing: 1,
  })
  expect(goal({ annualTicket: 1, totalAnnualEarnedPoint: 299_999 })).toMatchObject({ measure: 'points', missing: 1 })
})

test('Of measures that are equally near, tickets come first', () => {
  expect(goal({})).toEqual({ ...ahead, measure: 'tickets', missing: 20 })
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
    expect(goal(reached, 'Red', false)).toEqual({ kind: 'incomplete', tier: 'Gold' })
})

test('A Basic member’s goal is Red, a Red one’s Gold, and a Gold member keeps Gold; Diamond asks for nothing', () => {
  expect(goal({ annualTicket: 18 }, 'Black')).toMatchObject({ kind: 'ahead', tier: 'Red', keeps: false, missing: 2 })
  expect(goal({ annualTicket: 18 }, 'Red')).toMatchObject({ kind: 'ahead', tier: 'Gold', keeps: false, missing: 2 })
  expect(goal({ annualTicket: 18 }, 'Gold')).toMatchObject({ kind: 'ahead', tier: 'Gold', keeps: true, missing: 2 })
  expect(goal({ annualTicket: 20 }, 'Gold')).toEqual({ kind: 'kept' })
  expect(goal(null, 'Diamond')).toEqual({ kind: 'invited' })
})

test('What a complete profile has reached and does not have was taken away', () => {
  expect(goal({ annualTicket: 20 }, 'Black')).toEqual({ kind: 'reached', tier: 'Red' })
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
  expect(goal(spend(119_800.1, 119_800.1))).toEqual({ ...ahead, measure: 'dollars', missing: 199.9 })
  expect(goal(spend(0, 299_000))).toEqual({ ...ahead, measure: 'dollars', missing: 1000 })
  expect(goal({ ...spend(0, 290_000), totalAnnualEarnedPoint: 290_000 })).toMatchObject({ measure: 'dollars' })
  expect(goal(spend(0, 0, true), 'Black', false)).toEqual({ kind: 'incomplete', tier: 'Gold' })
  expect(goal(spend(0, 0, true), 'Gold')).toEqual({ kind: 'kept' })
  // Spend makes nobody Red.
  expect(goal(spend(119_800, 119_800), 'Black')).toMatchObject({ tier: 'Red', measure: 'tickets' })
})

test('A measure that asks for nothing is never reached, and without any the goal is unknown', () => {
  expect(goal({ nextUpgradeTicketsPurchased: 0, annualTicket: 3 })).toMatchObject({ measure: 'programmes' })
  const none = { nextUpgradeTicketsPurchased: 0, nextUpgradeProgramSynonyms: 0, nextUpgradeTicketSpend: 0 }
  expect(goal(none)).toEqual({ kind: 'unknown' })
  expect(goal(null)).toEqual({ kind: 'unknown' })
})

test('What Red still lacks to go on is told while it would end, by the nearest of its own levels', () => {
  const kept_at = { fullTicketPurchased: 6, fullSynonyms: 5, fullEarnedPoint: 6000 }
  const renewal = { at: '', tier: 'Black', reason: 'ended', renewable_from: '', kept_at } as const
  const progress = { ...nothing, annualTicket: 4, annualNumberOfProgramSynonyms: 3, totalAnnualEarnedPoint: 1520 }
  expect(missingToKeep({ renewal, upgrade_progress: progress })).toEqual({ measure: 'tickets', missing: 2 })
  const inPoints = { ...progress, totalAnnualEarnedPoint: 5999 }
  expect(missingToKeep({ renewal, upgrade_progress: inPoints })).toEqual({ measure: 'points', missing: 1 })
  for (const other of [{ ...renewal, reason: 'earned' } as const, { ...renewal, kept_at: null }, null])
    expect(missingToKeep({ renewal: other, upgrade_progress: progress })).toBeNull()
})

test('Whoever has not completed the profile needs that, too, for a tier to come, and not for one to keep', () => {
  expect(goal({ annualTicket: 18 }, 'Black', false)).toMatchObject({ tier: 'Red', missing: 2, needsProfile: true })
  expect(goal({ annualTicket: 18 }, 'Gold', false)).toMatchObject({ keeps: true, needsProfile: false })
})
