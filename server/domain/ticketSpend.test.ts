import { expect, test } from 'vitest'
import { goldTicket, goldTickets, type SpentTicket, startOfCountedSpend, ticketSpend } from './ticketSpend.ts'

const ticket = (amount: number, creditedAt: string): SpentTicket => ({
  ticketNo: `${amount} ${creditedAt}`,
  amount,
  creditedAt: new Date(creditedAt),
})
const reached = (tickets: readonly SpentTicket[], now: string) => goldTicket(tickets, new Date(now)) !== null
const spent = (tickets: readonly SpentTicket[], now: string) =>
  ticketSpend(tickets, new Date(now)).periods.map((period) => period.spent)

test('120,000 dollars within 30 days are Gold, and one cent less is not', () => {
  const first = ticket(60_000.01, '2026-11-10T12:00:00Z')
  expect(reached([first, ticket(59_999.99, '2026-11-20T12:00:00Z')], '2026-11-20T12:00:00Z')).toBe(true)
  expect(reached([first, ticket(59_999.98, '2026-11-20T12:00:00Z')], '2026-11-20T12:00:00Z')).toBe(false)
})

test('300,000 dollars within 12 months are Gold, and one cent less is not', () => {
  const quarters = ['2026-01-10', '2026-04-10', '2026-07-10'].map((day) => ticket(75_000, `${day}T12:00:00Z`))
  expect(reached([...quarters, ticket(75_000, '2026-11-20T12:00:00Z')], '2026-11-20T12:00:00Z')).toBe(true)
  expect(reached([...quarters, ticket(74_999.99, '2026-11-20T12:00:00Z')], '2026-11-20T12:00:00Z')).toBe(false)
})

test('Cents add up exactly', () => {
  const tickets = Array.from({ length: 1000 }, () => ticket(120.1, '2026-11-20T12:00:00Z'))
  expect(spent(tickets, '2026-11-20T12:00:00Z')).toEqual([120_100, 120_100])
  const short = Array.from({ length: 1000 }, () => ticket(119.99, '2026-11-20T12:00:00Z'))
  expect(spent(short, '2026-11-20T12:00:00Z')).toEqual([119_990, 119_990])
})

test('The 30 days are days of Hong Kong: the 30th counts to its last moment, the 31st not any more', () => {
  const first = ticket(60_000, '2026-10-31T16:00:00.000Z')
  expect(reached([first, ticket(60_000, '2026-11-30T15:59:59.999Z')], '2026-11-30T15:59:59.999Z')).toBe(true)
  expect(reached([first, ticket(60_000, '2026-11-30T16:00:00.000Z')], '2026-11-30T16:00:00.000Z')).toBe(false)
})

test('The 12 months end with the day before the same day, in Hong Kong', () => {
  const first = ticket(200_000, '2025-11-20T16:00:00.000Z')
  const reachedAt = (moment: string) => reached([{ ...first }, ticket(100_000, moment)], moment)
  // Spent at once, 200,000 would be Gold of the year before, which is not looked at.
  expect(reachedAt('2026-11-20T15:59:59.999Z')).toBe(true)
  expect(reachedAt('2026-11-20T16:00:00.000Z')).toBe(false)
})

test('A leap day belongs to the 12 months from the day after it, and ends those that began on 1 March', () => {
  const onLeapDay = ticket(110_000, '2028-02-29T04:00:00Z')
  const between = ticket(100_000, '2028-08-01T04:00:00Z')
  expect(spent([onLeapDay, between], '2029-02-28T04:00:00Z')[1]).toBe(210_000)
  expect(spent([onLeapDay, between], '2029-03-01T04:00:00Z')[1]).toBe(100_000)
  const first = ticket(110_000, '2027-03-01T04:00:00Z')
  expect(spent([first, onLeapDay], '2028-02-29T04:00:00Z')[1]).toBe(220_000)
  expect(spent([ticket(1, '2027-02-28T04:00:00Z')], '2028-02-29T04:00:00Z')[1]).toBe(0)
})

test('What was reached counts to the end of the membership year, and not in the next one', () => {
  const tickets = [ticket(120_000, '2026-10-01T04:00:00Z'), ticket(100, '2027-08-01T04:00:00Z')]
  expect(reached(tickets, '2027-08-31T15:59:59.999Z')).toBe(true)
  expect(goldTicket(tickets, new Date('2027-08-31T00:00:00Z'))?.amount).toBe(120_000)
  expect(reached(tickets, '2027-08-31T16:00:00.000Z')).toBe(false)
})

test('A ticket that settlement stores later, with an earlier time, takes nothing from the one by which Gold was given', () => {
  const [scanned, settled] = [ticket(900, '2026-11-20T12:00:30Z'), ticket(800, '2026-11-20T12:00:00Z')]
  const tickets = [ticket(119_500, '2026-11-10T12:00:00Z'), scanned, settled]
  const now = new Date('2026-11-20T13:00:00Z')
  expect(goldTicket(tickets, now)).toBe(settled)
  expect(goldTickets(tickets, now)).toContain(scanned)
})

test('A period reaches back before 1 September', () => {
  const tickets = [ticket(60_000, '2026-08-20T04:00:00Z'), ticket(60_000, '2026-09-10T04:00:00Z')]
  expect(reached(tickets, '2026-09-10T04:00:00Z')).toBe(true)
  expect(startOfCountedSpend(new Date('2026-09-10T04:00:00Z')).toISOString()).toBe('2025-09-01T16:00:00.000Z')
})

test('A ticket of a concert to come counts when it is credited', () => {
  const tickets = [ticket(60_000, '2026-11-10T12:00:00Z'), ticket(60_000, '2026-11-20T12:00:00Z')]
  expect(reached(tickets, '2026-11-20T11:59:59.999Z')).toBe(false)
  expect(ticketSpend(tickets, new Date('2026-11-20T12:00:00Z')).reached).toBe(true)
})

test('A member sees what was spent in each period, and what it leads to', () => {
  const tickets = [ticket(119_800, '2026-11-01T04:00:00Z'), ticket(50_000, '2026-05-01T04:00:00Z')]
  expect(ticketSpend(tickets, new Date('2026-11-20T04:00:00Z'))).toEqual({
    reached: false,
    periods: [
      { period: '30_days', spent: 119_800, goal: 120_000 },
      { period: '12_months', spent: 169_800, goal: 300_000 },
    ],
  })
})
