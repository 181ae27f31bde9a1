import type { Transaction } from 'kysely'
import type { BonusPeriod } from '#contract/scan/bonus.ts'
import { pointsOfTicket } from '#contract/scan/ticket.ts'
import { expiryOf } from '#server/domain/ledger.ts'
import { addTicketCredits } from '#server/store/points/ledger.ts'
import type { Database } from '#server/store/tables.ts'
import { addTicketBonuses } from '#server/store/points/ticketBonuses.ts'
import { type BonusTicket, dueBonuses } from './ticketBonuses.ts'

/** The time and rules by which tickets give points. */
export interface CreditRules {
  now: Date
  /** Months after which points given now expire, null when they never do. */
  pointsExpiryMonths: number | null
  bonusPeriods: readonly BonusPeriod[]
}

const sumOf = (credits: readonly { points: number }[]) => credits.reduce((sum, { points }) => sum + points, 0)

/**
 * Gives the points of claimed tickets and their bonuses, in a statement for each of both. The caller has made or locked
 * the claims. Members need no lock: points only come in.
 *
 * @returns the points in total
 */
export async function creditClaims(
  db: Transaction<Database>,
  claims: readonly BonusTicket[],
  { now, pointsExpiryMonths, bonusPeriods }: CreditRules,
): Promise<number> {
  const expiresAt = expiryOf(now, pointsExpiryMonths)
  const credits = claims.map(({ ticketNo, memberId, amount }) => ({
    ticketNo,
    memberId,
    points: pointsOfTicket(amount),
  }))
  await addTicketCredits(db, credits, { code: 'Scan ticket', now, expiresAt })
  const bonuses = await dueBonuses(db, claims, bonusPeriods)
  if (bonuses.length > 0) await addTicketBonuses(db, bonuses, { now, expiresAt })
  return sumOf(credits) + sumOf(bonuses)
}
