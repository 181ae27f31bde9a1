import type { Transaction } from 'kysely'
import type { BonusPeriod } from '#contract/scan/bonus.ts'
import { availablePoints } from '#server/domain/ledger.ts'
import { findBuckets } from '#server/store/points/ledger.ts'
import { lockMember, type MemberRow } from '#server/store/members/members.ts'
import { addAdjustment, findEntryTime } from '#server/store/points/pointAdjustments.ts'
import { findTicketPoints, lockTicket, markReturned, returnCode } from '#server/store/points/returnedTickets.ts'
import { lockPendingClaim, type PendingClaim } from '#server/store/points/settlement.ts'
import type { Database } from '#server/store/tables.ts'
import type { ActingPool, ActingTransaction } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'
import { readBonusPeriods } from '../contents.ts'
import { takeCountedPoints } from '../points/points.ts'
import { creditClaims } from './creditClaims.ts'
import { duePoints } from './ticketBonuses.ts'

/** A ticket that was given back. */
interface TicketReturn {
  ticketNo: string
  reason: string
  /** Finds out what would happen, and changes nothing. */
  isDryRun: boolean
  now: Date
}

/**
 * What became of it; everything but `returned` and `voided` has changed nothing. `voided`: nobody had claimed it, and
 * nobody can any more. `repeated`: it was returned before, at this time. `given`: what the ticket and its bonuses had
 * given, or would have at settlement (`wasPending`). `taken`: what the member had left of that.
 */
type Returned =
  | { kind: 'unknown_ticket' }
  | { kind: 'voided' }
  | { kind: 'closed' }
  | { kind: 'repeated'; at: Date }
  | {
      kind: 'returned'
      member: MemberRow
      wasPending: boolean
      given: number
      taken: number
      before: number
      after: number
    }

/**
 * Gives the points of a pending ticket, so that settlement gives none: they expire today, and so are those that are
 * taken back. Resolves to how many they are.
 */
function givePending(
  db: Transaction<Database>,
  claim: PendingClaim,
  { isDryRun, now }: TicketReturn,
  bonusPeriods: readonly BonusPeriod[],
): Promise<number> {
  if (isDryRun) return duePoints(db, claim, bonusPeriods)
  return creditClaims(db, [claim], { now, pointsExpiryMonths: 0, bonusPeriods })
}

/** Returns a ticket that nobody has claimed. Resolves to null when somebody has meanwhile. */
async function voidTicket(db: ActingTransaction, returned: TicketReturn): Promise<Returned | null> {
  const { isClaimed, returnedAt } = await lockTicket(db, returned.ticketNo)
  if (isClaimed) return null
  if (returnedAt) return { kind: 'repeated', at: returnedAt }
  if (!returned.isDryRun) {
    const { ticketNo, reason } = returned
    await markReturned(db, returned)
    const subject = { kind: 'ticket', id: ticketNo } as const
    await recordAct(db, { action: 'ticket_return', subject, memberId: null, reason })
  }
  return { kind: 'voided' }
}

/**
 * Takes back what a ticket and its bonuses have given, as far as the member has not spent it, in an entry with the
 * ticket's number. A pending ticket gives its points first, and settlement nothing. From then on it does not count as
 * spend either; no tier is taken away by it. Locks the member's row, then the claim; of a ticket that nobody has
 * claimed, the ticket, and nobody can claim it any more.
 */
export async function returnTicket(db: ActingPool, returned: TicketReturn): Promise<Returned> {
  const { ticketNo, reason, isDryRun, now } = returned
  const bonusPeriods = await readBonusPeriods(db)
  const done = await inTransaction(db, async (transaction): Promise<Returned | null> => {
    const found = await findTicketPoints(transaction, ticketNo)
    if (found === null) return { kind: 'unknown_ticket' }
    if (found.memberId === null) return voidTicket(transaction, returned)
    const member = await lockMember(transaction, found.memberId)
    const at = await findEntryTime(transaction, { code: returnCode, reference: ticketNo })
    if (at !== null) return { kind: 'repeated', at }
    if (!member.active) return { kind: 'closed' }
    // A settlement that holds the claim is waited for, and has given its points then.
    const claim = await lockPendingClaim(transaction, ticketNo)
    const before = availablePoints(await findBuckets(transaction, member.id), now)
    const pending = claim ? await givePending(transaction, claim, returned, bonusPeriods) : null
    const given = pending ?? (await findTicketPoints(transaction, ticketNo))?.points ?? 0
    const taken = pending ?? Math.min(given, before)
    const after = pending === null ? before - taken : before
    if (!isDryRun) {
      const entryId = await takeCountedPoints(
        transaction,
        { memberId: member.id, code: returnCode, reference: ticketNo, now },
        taken,
      )
      await addAdjustment(transaction, { entryId, reason })
      await recordAct(transaction, {
        action: 'ticket_return',
        subject: { kind: 'entry', id: entryId },
        memberId: member.id,
        before: { points: before },
        after: { points: after, ticket: ticketNo },
        reason,
      })
    }
    return { kind: 'returned', member, wasPending: pending !== null, given, taken, before, after }
  })
  // Claimed meanwhile: now it has a member, who is locked first.
  return done ?? returnTicket(db, returned)
}
