import { availablePoints } from '#server/domain/ledger.ts'
import { findBuckets } from '#server/store/points/ledger.ts'
import { lockMember, type MemberRow } from '#server/store/members/members.ts'
import { addAdjustment, findEntryTime } from '#server/store/points/pointAdjustments.ts'
import { findTicketPoints, returnCode } from '#server/store/points/returnedTickets.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { takeCountedPoints } from '../points/points.ts'

/** A ticket that was given back. */
export interface TicketReturn {
  ticketNo: string
  reason: string
  /** Finds out what would happen, and changes nothing. */
  isDryRun: boolean
  now: Date
}

/**
 * What became of it; everything but `returned` has changed nothing. `repeated`: it was returned before, at this time. `given`: what the ticket and
 * its bonuses had given. `taken`: what the member had left of that.
 */
export type Returned =
  | { kind: 'unknown_ticket' }
  | { kind: 'without_points' }
  | { kind: 'closed' }
  | { kind: 'repeated'; at: Date }
  | { kind: 'returned'; member: MemberRow; given: number; taken: number; before: number; after: number }

/**
 * Takes back what a ticket and its bonuses have given, as far as the member has not spent it, in an entry with the ticket's number. From then on
 * it does not count as spend either; no tier is taken away by it. Locks the member's row.
 */
export function returnTicket(db: ConnectionPool, { ticketNo, reason, isDryRun, now }: TicketReturn): Promise<Returned> {
  return inTransaction(db, async (transaction) => {
    const found = await findTicketPoints(transaction, ticketNo)
    if (found === null) return { kind: 'unknown_ticket' }
    const { memberId, points: given } = found
    if (memberId === null || given === null) return { kind: 'without_points' }
    const member = await lockMember(transaction, memberId)
    const at = await findEntryTime(transaction, { code: returnCode, reference: ticketNo })
    if (at !== null) return { kind: 'repeated', at }
    if (!member.active) return { kind: 'closed' }
    const before = availablePoints(await findBuckets(transaction, memberId), now)
    const taken = Math.min(given, before)
    if (!isDryRun) {
      const entryId = await takeCountedPoints(
        transaction,
        { memberId, code: returnCode, reference: ticketNo, now },
        taken,
      )
      await addAdjustment(transaction, { entryId, reason })
    }
    return { kind: 'returned', member, given, taken, before, after: before - taken }
  })
}
