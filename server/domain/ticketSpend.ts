import type { TicketSpend } from '#contract/member/member.ts'
import { endOfDayAfter, endOfDayAfterMonths, startOfMembershipYear } from '#contract/hongKong.ts'

/** A ticket that has given points. `amount`: its price in Hong Kong dollars. */
export interface SpentTicket {
  ticketNo: string
  amount: number
  creditedAt: Date
}

/**
 * What makes a member Gold: the prices of the tickets whose points came within a period, in Hong Kong dollars. Source:
 * specification section 9.
 */
export const goldSpendGoals = { '30_days': 120_000, '12_months': 300_000 } as const

/**
 * A period ends with the Hong Kong day that is looked at, and begins with its 29th day before, or the day after the
 * same day of the year before.
 */
const goldSpends = [
  { period: '30_days', goal: goldSpendGoals['30_days'], startOf: (moment: Date) => endOfDayAfter(moment, -30) },
  {
    period: '12_months',
    goal: goldSpendGoals['12_months'],
    startOf: (moment: Date) => endOfDayAfterMonths(moment, -12),
  },
] as const

/** Whoever has spent less than this, in Hong Kong dollars, has reached nothing. */
export const leastGoldSpend = Math.min(...goldSpends.map(({ goal }) => goal))

/**
 * The first moment whose tickets can still count at `now`: a period may have ended with any day of the membership year.
 */
export function startOfCountedSpend(now: Date): Date {
  return endOfDayAfterMonths(startOfMembershipYear(now), -12)
}

/** The price in cents: dollars would not add up exactly. */
const centsOf = ({ amount }: SpentTicket) => Math.round(amount * 100)

function byTime(one: SpentTicket, other: SpentTicket): number {
  return one.creditedAt.getTime() - other.creditedAt.getTime() || (one.ticketNo < other.ticketNo ? -1 : 1)
}

/**
 * The tickets with which the spend of a period that ends with them is full.
 *
 * @param tickets in the order of their times
 */
function fullBy<Ticket extends SpentTicket>(
  tickets: readonly Ticket[],
  { goal, startOf }: (typeof goldSpends)[number],
): Ticket[] {
  let [cents, first] = [0, 0]
  return tickets.filter((ticket) => {
    cents += centsOf(ticket)
    const start = startOf(ticket.creditedAt)
    for (let passed = tickets[first]; passed && passed.creditedAt < start; passed = tickets[first]) {
      cents -= centsOf(passed)
      first += 1
    }
    return cents >= goal * 100
  })
}

/**
 * The ticket with which a member’s spend first reached Gold in the membership year of `now`; null when it has not. It
 * counts to the end of the year, as Gold does, so that whoever completes their profile later gets what they have
 * reached.
 */
export function goldTicket<Ticket extends SpentTicket>(tickets: readonly Ticket[], now: Date): Ticket | null {
  return goldTickets(tickets, now)[0] ?? null
}

/** Every ticket of the membership year of `now` at whose time the spend was at Gold, in the order of their times. */
export function goldTickets<Ticket extends SpentTicket>(tickets: readonly Ticket[], now: Date): Ticket[] {
  const start = startOfMembershipYear(now)
  const inOrder = tickets.filter(({ creditedAt }) => creditedAt <= now).toSorted(byTime)
  const full = goldSpends.flatMap((period) => fullBy(inOrder, period))
  return full.filter(({ creditedAt }) => creditedAt >= start).toSorted(byTime)
}

/** What a member has spent in each period that ends at `now`, and whether Gold was reached in this membership year. */
export function ticketSpend(tickets: readonly SpentTicket[], now: Date): TicketSpend {
  return {
    reached: goldTicket(tickets, now) !== null,
    periods: goldSpends.map(({ period, goal, startOf }) => {
      const start = startOf(now)
      const counted = tickets.filter(({ creditedAt }) => creditedAt >= start && creditedAt <= now)
      return { period, spent: counted.reduce((cents, ticket) => cents + centsOf(ticket), 0) / 100, goal }
    }),
  }
}
