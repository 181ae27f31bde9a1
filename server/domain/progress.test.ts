import { expect, test } from 'vitest'
import { type CreditedTicket, defaultGaugeLevels, upgradeProgress } from './progress.ts'

const ticket = (programme: string, points: number, creditedAt: string): CreditedTicket => ({
  ticketNo: `${programme} ${creditedAt}`,
  programme,
  points,
  amount: points,
  creditedAt: new Date(creditedAt),
})
const levels = { fullTicketPurchased: 4, fullSynonyms: 3, fullEarnedPoint: 5000 }

test('A year counts its tickets, its different programmes and the points earned by tickets', () => {
  const tickets = [
    ticket('Messiah', 380, '2026-10-01T12:00:00Z'),
    ticket('Messiah', 280, '2026-10-02T12:00:00Z'),
    ticket('The Planets', 0, '2026-11-01T12:00:00Z'),
  ]
  expect(upgradeProgress(tickets, levels, new Date('2026-11-20T00:00:00Z'))).toEqual({
    annualTicket: 3,
    nextUpgradeTicketsPurchased: 4,
    annualNumberOfProgramSynonyms: 2,
    nextUpgradeProgramSynonyms: 3,
    totalAnnualEarnedPoint: 660,
    nextUpgradeTicketSpend: 5000,
    ticketSpend: {
      reached: false,
      periods: [
        { period: '30_days', spent: 0, goal: 120_000 },
        { period: '12_months', spent: 660, goal: 300_000 },
      ],
    },
  })
})

test('A year begins on 1 September in Hong Kong, to the millisecond', () => {
  const before = ticket('Messiah', 1, '2026-08-31T15:59:59.999Z')
  const after = ticket('The Planets', 2, '2026-08-31T16:00:00.000Z')
  const inNewYear = upgradeProgress([before, after], levels, new Date('2026-08-31T16:00:00.000Z'))
  expect(inNewYear).toMatchObject({ annualTicket: 1, totalAnnualEarnedPoint: 2 })
  const inOldYear = upgradeProgress([before, after], levels, new Date('2026-08-31T15:59:59.999Z'))
  expect(inOldYear).toMatchObject({ annualTicket: 1, totalAnnualEarnedPoint: 1 })
})

test('A member without tickets has no progress', () => {
  expect(upgradeProgress([], defaultGaugeLevels, new Date())).toMatchObject({
    annualTicket: 0,
    annualNumberOfProgramSynonyms: 0,
    totalAnnualEarnedPoint: 0,
  })
})
