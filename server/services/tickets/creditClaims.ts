import type { Transaction } from 'kysely'
import type { BonusPeriod } from '#contract/scan/bonus.ts'
import { pointsOfTicket } from '#contract/scan/ticket.ts'
import { expiryOf } from '#server/domain/ledger.ts'
import { addCreditedClaim, addTicketCredits } from '#server/store/points/ledger.ts'
import type { Database } from '#server/store/tables.ts'
import { addTicketBonuses } from '#server/store/points/ticketBonuses.ts'
import { atLast } from '#server/store/transactions.ts'
import { type BonusTicket, dueBonuses } from './ticketBonuses.ts'

/** The time and rules by which tickets give points. */
export interface CreditRules {
  now: Date
  /** Months after which points given now expire, null when they never do. */
  pointsExpiryMonths: number | null
  bonusPeriods: readonly BonusPeriod[]
}

const sumOf = (credits: readonly { points: number }[]) => credits.reduce((sum, { points }) => sum + points, 0)

const code = 'Scan ticket'

const creditOf = ({ ticketNo, memberId, amount }: BonusTicket) => ({
  ticketNo,
  memberId,
  points: pointsOfTicket(amount),
})

/** Gives the bonuses of tickets whose points are given. Resolves to their points. */
async function giveBonuses(
  db: Transaction<Database>,
  tickets: readonly BonusTicket[],
  { now, pointsExpiryMonths, bonusPeriods }: CreditRules,
): Promise<number> {
  const bonuses = await dueBonuses(db, tickets, bonusPeriods)
  const expiresAt = expiryOf(now, pointsExpiryMonths)
  if (bonuses.length > 0) atLast(addTicketBonuses(db, bonuses, { now, expiresAt }))
  return sumOf(bonuses)
}

/**
 * Gives the points of claimed tickets and their bonuses, in a statement for each of both. The caller has made or locked
 * the claims; the database refuses the points of a ticket that has no such claim. Members need no lock: points only
 * come in.
 *
 * @returns the points in total
 */
export async function creditClaims(
  db: Transaction<Database>,
  claims: readonly BonusTicket[],
  rules: CreditRules,
): Promise<number> {
  const expiresAt = expiryOf(rules.now, rules.pointsExpiryMonths)
  const credits = claims.map(creditOf)
  atLast(addTicketCredits(db, credits, { code, now: rules.now, expiresAt }))
  return sumOf(credits) + (await giveBonuses(db, claims, rules))
}

/** Claims a ticket, and gives its points and bonuses. */
export async function claimWithCredit(
  db: Transaction<Database>,
  ticket: BonusTicket,
  rules: CreditRules,
): Promise<void> {
  const expiresAt = expiryOf(rules.now, rules.pointsExpiryMonths)
  atLast(addCreditedClaim(db, creditOf(ticket), { code, now: rules.now, expiresAt }))
  await giveBonuses(db, [ticket], rules)
}
