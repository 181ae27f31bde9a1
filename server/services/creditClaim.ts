import type { Transaction } from 'kysely'
import { pointsOfTicket } from '#contract/ticket.ts'
import { expiryOf } from '#server/domain/ledger.ts'
import type { Database } from '#server/store/tables.ts'
import { markCredited } from '#server/store/tickets.ts'
import { givePoints } from './points.ts'

/**
 * Gives the points of a claimed ticket. The caller holds the member's row lock.
 *
 * @param expiryMonths months after which the points expire, null when they never do
 * @returns the points
 */
export async function creditClaim(
  db: Transaction<Database>,
  claim: { ticketNo: string; amount: number; memberId: string },
  now: Date,
  expiryMonths: number | null,
): Promise<number> {
  const points = pointsOfTicket(claim.amount)
  const cause = { memberId: claim.memberId, code: 'Scan ticket', reference: claim.ticketNo, now }
  const entryId = await givePoints(db, cause, points, expiryOf(now, expiryMonths))
  await markCredited(db, claim.ticketNo, entryId)
  return points
}
