import type { Transaction } from 'kysely'
import { pointsOfTicket } from '#contract/ticket.ts'
import { expiryOf } from '#server/domain/ledger.ts'
import { addTicketCredits } from '#server/store/ledger.ts'
import type { PendingClaim } from '#server/store/settlement.ts'
import type { Database } from '#server/store/tables.ts'

/**
 * Gives the points of claimed tickets, in one statement. The caller has made or locked the claims. Members need no lock: points only
 * come in.
 *
 * @param expiryMonths months after which the points expire, null when they never do
 * @returns the points in total
 */
export async function creditClaims(
  db: Transaction<Database>,
  claims: readonly PendingClaim[],
  now: Date,
  expiryMonths: number | null,
): Promise<number> {
  const credits = claims.map(({ ticketNo, memberId, amount }) => ({
    ticketNo,
    memberId,
    points: pointsOfTicket(amount),
  }))
  await addTicketCredits(db, credits, { code: 'Scan ticket', now, expiresAt: expiryOf(now, expiryMonths) })
  return credits.reduce((sum, { points }) => sum + points, 0)
}
