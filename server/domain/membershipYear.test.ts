import { tierEndOf } from '#contract/member/renewal.ts'
import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { goalOf, tierTable } from '#contract/member/tiers.ts'
import { endOfMembershipYear } from '#contract/hongKong.ts'
import {
  type CreditedTicket,
  defaultLevels,
  earnedTier,
  nextRenewal,
  reachedTier,
  renew,
  renewalsUntil,
  type TicketOfYear,
  tierAt,
  upgradeProgress,
} from './membershipYear.ts'

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
  expect(upgradeProgress([], defaultLevels.Gold, new Date())).toMatchObject({
    annualTicket: 0,
    annualNumberOfProgramSynonyms: 0,
    totalAnnualEarnedPoint: 0,
  })
})

const tierLevels = {
  Red: { fullTicketPurchased: 3, fullSynonyms: 2, fullEarnedPoint: 1000 },
  Gold: { fullTicketPurchased: 6, fullSynonyms: 4, fullEarnedPoint: 5000 },
}
const inOctober = new Date('2026-10-20T04:00:00Z')

const evening = (programme: string, points: number) => ticket(programme, points, '2026-10-01T12:00:00Z')
const earned = (...tickets: CreditedTicket[]) => earnedTier(tickets, tierLevels, inOctober)

test('Each of the four measures earns a tier by itself, exactly at its level and not below', () => {
  expect(earned(evening('A', 1), evening('A', 1))).toBe('Black')
  expect(earned(evening('A', 1), evening('A', 1), evening('A', 1))).toBe('Red')
  expect(earned(evening('A', 1), evening('B', 1))).toBe('Red')
  expect([earned(evening('A', 999)), earned(evening('A', 1000))]).toEqual(['Black', 'Red'])
  expect([earned(evening('A', 4999)), earned(evening('A', 5000))]).toEqual(['Red', 'Gold'])
  const spent = { ...evening('A', 0), amount: 120_000 }
  expect(earned(spent)).toBe('Gold')
})

test('The ticket that fills a measure is named, and a tier that one has or more is not reached again', () => {
  const tickets = ['01', '02', '03'].map((day) => ticket('A', 10, `2026-10-${day}T12:00:00Z`))
  expect(reachedTier('Black', tickets.toReversed(), tierLevels, inOctober)).toEqual({
    tier: 'Red',
    bySpend: false,
    ticketNo: 'A 2026-10-03T12:00:00Z',
  })
  for (const tier of ['Red', 'Gold', 'Diamond'] as const)
    expect(reachedTier(tier, tickets, tierLevels, inOctober)).toBeNull()
})

test('Gold that was reached by spend names the ticket that did, and Red the one that filled its measure', () => {
  const dear = { ...ticket('A', 10, '2026-10-02T12:00:00Z'), amount: 120_000 }
  const after = ticket('A', 10, '2026-10-03T12:00:00Z')
  const byDear = { tier: 'Gold', bySpend: true, ticketNo: dear.ticketNo }
  expect(reachedTier('Red', [dear, after], tierLevels, inOctober)).toEqual(byDear)
  const [first, last] = [evening('A', 999), ticket('A', 1, '2026-10-04T12:00:00Z')]
  const byPoints = { tier: 'Red', bySpend: false, ticketNo: last.ticketNo }
  expect(reachedTier('Black', [first, last], tierLevels, inOctober)).toEqual(byPoints)
})

test('On 1 September a tier that was earned goes on, Gold steps down by one, and Red ends', () => {
  expect(renew('Gold', 'Gold')).toEqual({ tier: 'Gold', reason: 'earned' })
  expect(renew('Gold', 'Red')).toEqual({ tier: 'Red', reason: 'stepped_down' })
  expect(renew('Gold', 'Black')).toEqual({ tier: 'Red', reason: 'stepped_down' })
  expect(renew('Red', 'Gold')).toEqual({ tier: 'Red', reason: 'earned' })
  expect(renew('Red', 'Red')).toEqual({ tier: 'Red', reason: 'earned' })
  expect(renew('Red', 'Black')).toEqual({ tier: 'Black', reason: 'ended' })
})

const next = (tier: 'Black' | 'Red' | 'Diamond', tierExpiresAt: Date | null, now: Date) =>
  nextRenewal({ tier, tierExpiresAt }, [], tierLevels, now)

test('Basic and Diamond have no end, and a tier that is paid ahead is valid for the next year', () => {
  expect(next('Black', null, inOctober)).toMatchObject({ tier: 'Black', reason: 'unlimited' })
  expect(next('Diamond', null, inOctober)).toMatchObject({ tier: 'Diamond', reason: 'unlimited' })
  const inAugust = new Date('2027-08-10T04:00:00Z')
  expect(next('Red', tierEndOf(inAugust), inAugust)).toMatchObject({ tier: 'Red', reason: 'valid' })
  expect(next('Red', endOfMembershipYear(inAugust), inAugust)).toMatchObject({ tier: 'Black', reason: 'ended' })
  const firstOfSeptember = new Date('2027-08-31T16:00:00Z')
  expect(next('Red', firstOfSeptember, inAugust)).toMatchObject({ tier: 'Red', reason: 'valid' })
  expect(next('Red', null, inAugust)).toMatchObject({ tier: 'Red', reason: 'unlimited' })
})

test('What keeps a tier is said of every tier that ends', () => {
  expect(next('Red', endOfMembershipYear(inOctober), inOctober).keptAt).toEqual(tierLevels.Red)
  expect(next('Black', null, inOctober).keptAt).toBeNull()
  expect(next('Diamond', null, inOctober).keptAt).toBeNull()
})

test('What a member is told about the next renewal is what it does, on each day of 20 years', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  const tickets = fc.array(
    fc.record({
      at: moments,
      programme: fc.constantFrom('A', 'B', 'C', 'D'),
      points: fc.integer({ min: 0, max: 2000 }),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(moments, fc.constantFrom('Red', 'Gold'), tickets, (now, tier, scans) => {
      const end = endOfMembershipYear(now)
      const credited = scans.map(({ at, programme, points }) => ticket(programme, points, at.toISOString()))
      const soFar = credited.filter(({ creditedAt }) => creditedAt <= now)
      const told = nextRenewal({ tier, tierExpiresAt: end }, soFar, tierLevels, now)
      expect(told).toMatchObject(renew(tier, earnedTier(soFar, tierLevels, end)))
      expect(told.at.getTime()).toBe(end.getTime() + 1)
      // Nobody falls by more than one tier, and nobody rises by a renewal.
      const fall = tierTable[tier].rank - tierTable[told.tier].rank
      expect([0, 1]).toContain(fall)
      // More concerts never make it worse.
      const more = nextRenewal(
        { tier, tierExpiresAt: end },
        credited.filter(({ creditedAt }) => creditedAt <= end),
        tierLevels,
        end,
      )
      expect(tierTable[more.tier].rank).toBeGreaterThanOrEqual(tierTable[told.tier].rank)
    }),
  )
})

test('The midnights of Hong Kong count, wherever the server is', () => {
  const zones = ['Asia/Hong_Kong', 'UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kolkata']
  const before = process.env['TZ']
  const told = zones.map((zone) => {
    process.env['TZ'] = zone
    return [
      '2027-06-30T15:59:59.999Z',
      '2027-06-30T16:00:00.000Z',
      '2027-08-31T15:59:59.999Z',
      '2027-08-31T16:00:00.000Z',
    ].map((moment) => tierEndOf(new Date(moment)).toISOString())
  })
  process.env['TZ'] = before
  const expected = [
    '2027-08-31T15:59:59.999Z',
    '2028-08-31T15:59:59.999Z',
    '2028-08-31T15:59:59.999Z',
    '2028-08-31T15:59:59.999Z',
  ]
  expect(told).toEqual(zones.map(() => expected))
})

test('A Basic member’s goal is Red, and everybody else’s Gold', () => {
  expect((['Black', 'Red', 'Gold', 'Diamond'] as const).map(goalOf)).toEqual(['Red', 'Gold', 'Gold', 'Gold'])
})

test('From the first moment of 1 September a member has the tier that the year before has earned', () => {
  const end = new Date('2027-08-31T15:59:59.999Z')
  const after = new Date('2027-08-31T16:00:00Z')
  const gold = { tier: 'Gold', tierExpiresAt: end, tickets: [], levels: defaultLevels } as const
  expect(tierAt(gold, end)).toMatchObject({ tier: 'Gold', tierExpiresAt: end })
  expect(tierAt(gold, after)).toEqual({ tier: 'Red', tierExpiresAt: new Date('2028-08-31T15:59:59.999Z') })
  expect(tierAt(gold, new Date('2028-08-31T16:00:00Z'))).toEqual({ tier: 'Black', tierExpiresAt: null })
  expect(renewalsUntil(gold, new Date('2030-01-01T00:00:00Z'))).toMatchObject([
    { tier: 'Red', reason: 'stepped_down', startsAt: after },
    { tier: 'Black', reason: 'ended', expiresAt: null },
  ])
  const paid = { ...gold, tier: 'Red', tierExpiresAt: new Date('2028-08-31T15:59:59.999Z') } as const
  expect(tierAt(paid, after)).toMatchObject({ tier: 'Red', tierExpiresAt: paid.tierExpiresAt })
})

test('A year keeps a tier by what was heard in it, and not by what was returned in it', () => {
  const end = new Date('2027-08-31T15:59:59.999Z')
  const after = new Date('2027-08-31T16:00:00Z')
  const [heardAt, creditedAt] = [new Date('2027-08-31T14:00:00Z'), new Date('2027-09-01T14:00:00Z')]
  const heard: TicketOfYear = { ...ticket('Messiah', 12_000, ''), heardAt, creditedAt, returnedAt: null }
  const red = (one: TicketOfYear) =>
    ({ tier: 'Red', tierExpiresAt: end, tickets: [one], levels: defaultLevels }) as const
  expect(tierAt(red(heard), after).tier).toBe('Red')
  expect(tierAt(red({ ...heard, returnedAt: after }), after).tier).toBe('Red')
  expect(tierAt(red({ ...heard, returnedAt: end }), after).tier).toBe('Black')
  expect(tierAt(red({ ...heard, heardAt: creditedAt }), after).tier).toBe('Black')
})
