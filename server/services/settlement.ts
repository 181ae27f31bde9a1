import type { Kysely, Transaction } from 'kysely'
import { creditClaim } from './creditClaim.ts'
import { inTransaction } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'

/** What a settlement did: how many pending claims became points, and how many points. */
export interface Settled {
  claims: number
  points: number
}

/** A performance that could not be settled: nothing of it has changed, and the next run tries it again. */
export interface UnsettledPerformance {
  id: string
  error: unknown
}

function selectPending(db: Transaction<Database>, performanceId: string) {
  return db
    .selectFrom('ticket_claims')
    .innerJoin('tickets', 'tickets.ticket_no', 'ticket_claims.ticket_no')
    .where('tickets.performance_id', '=', performanceId)
    .where('ticket_claims.transaction_id', 'is', null)
}

/**
 * Settles one performance, unless another run has. Members are locked before the performance, in the order of their ids, as scans
 * do it; a scan that comes in between can still make a deadlock, which PostgreSQL ends and the caller tries again.
 */
async function settleOne(
  db: Transaction<Database>,
  performanceId: string,
  now: Date,
  expiryMonths: number | null,
): Promise<Settled | null> {
  const claimants = selectPending(db, performanceId).select('ticket_claims.member_id')
  await db.selectFrom('members').select('id').where('id', 'in', claimants).orderBy('id').forNoKeyUpdate().execute()
  const { numUpdatedRows } = await db
    .updateTable('performances')
    .set({ settled_at: now })
    .where('id', '=', performanceId)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return null

  const pending = await selectPending(db, performanceId)
    .innerJoin('members', 'members.id', 'ticket_claims.member_id')
    .select(['tickets.ticket_no as ticketNo', 'tickets.amount', 'ticket_claims.member_id as memberId'])
    .orderBy('members.id')
    .orderBy('tickets.ticket_no')
    .forNoKeyUpdate('members')
    .execute()
  let points = 0
  for (const claim of pending) points += await creditClaim(db, claim, now, expiryMonths)
  return { claims: pending.length, points }
}

/**
 * Settles every performance that has ended: its pending claims get their points, in one transaction for each performance. One that
 * cannot be settled holds up no other. Can run at any time, any number of times, also at once with itself.
 */
export async function settleDue(
  db: Kysely<Database>,
  now: Date,
  expiryMonths: number | null,
): Promise<Settled & { performances: number; failures: UnsettledPerformance[] }> {
  const due = await db
    .selectFrom('performances')
    .select('id')
    .where('ends_at', '<=', now)
    .where('settled_at', 'is', null)
    .orderBy('ends_at')
    .execute()
  const total = { performances: 0, claims: 0, points: 0 }
  const failures: UnsettledPerformance[] = []
  for (const { id } of due) {
    try {
      const settled = await inTransaction(db, (transaction) => settleOne(transaction, id, now, expiryMonths))
      if (!settled) continue
      total.performances += 1
      total.claims += settled.claims
      total.points += settled.points
    } catch (error) {
      failures.push({ id, error })
    }
  }
  return { ...total, failures }
}
