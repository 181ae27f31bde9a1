import type { Transaction } from 'kysely'
import { pointsOfTicket } from '#contract/ticket.ts'
import { expiryOf } from '#server/domain/ledger.ts'
import { credit } from '#server/store/ledger.ts'
import type { Database } from '#server/store/tables.ts'
import { markCredited } from '#server/store/tickets.ts'

/**
 * Gives a claimed ticket's points. The member's row must be locked.
 *
 * @param expiryMonths months after which the points expire, null where they do not
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
  const entry = await credit(db, cause, points, expiryOf(now, expiryMonths))
  await markCredited(db, claim.ticketNo, entry)
  return points
}
