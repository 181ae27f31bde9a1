import type { Kysely } from 'kysely'
import { type BonusPeriod, bonusesOf, periodsAt } from '#contract/scan/bonus.ts'
import { pointsOfTicket } from '#contract/scan/ticket.ts'
import type { Database } from '#server/store/tables.ts'
import { type BonusCredit, findBirthDates } from '#server/store/points/ticketBonuses.ts'

/** A ticket and the member who has claimed it. `amount`: its price in Hong Kong dollars. */
export interface BonusTicket {
  ticketNo: string
  memberId: string
  amount: number
  startsAt: Date
}

/** The bonuses that are due for tickets, by what is known of their members now. Asks nothing where no period is on. */
export async function dueBonuses(
  db: Kysely<Database>,
  tickets: readonly BonusTicket[],
  periods: readonly BonusPeriod[],
): Promise<BonusCredit[]> {
  const within = tickets.filter(({ startsAt }) => periodsAt(periods, startsAt).length > 0)
  if (within.length === 0) return []
  const dates = periods.some(({ members }) => members === 'birthday_month')
    ? await findBirthDates(db, [...new Set(within.map(({ memberId }) => memberId))])
    : new Map<string, string | null>()
  return within.flatMap(({ ticketNo, memberId, amount, startsAt }) => {
    const dob = dates.get(memberId) ?? null
    const bonuses = bonusesOf({ points: pointsOfTicket(amount), startsAt, dob }, periods)
    return bonuses.map((bonus) => ({ ticketNo, memberId, ...bonus }))
  })
}

/** What a ticket gives, with its bonuses. */
export async function duePoints(
  db: Kysely<Database>,
  ticket: BonusTicket,
  periods: readonly BonusPeriod[],
): Promise<number> {
  const bonuses = await dueBonuses(db, [ticket], periods)
  return bonuses.reduce((sum, { points }) => sum + points, pointsOfTicket(ticket.amount))
}
