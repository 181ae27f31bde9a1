import type { Kysely } from 'kysely'
import type { Database } from '#server/store/tables.ts'
import { CaseFailure } from './caseFailure.ts'

/** Points that a ticket has given. */
export interface Credit {
  ticketNo: string
  memberId: string
  points: number
}

/** Every time that a ticket has given points, read from the ledger itself. */
export async function readCredits(db: Kysely<Database>, ...ticketNos: readonly string[]): Promise<Credit[]> {
  const rows = await db
    .selectFrom('point_transactions')
    .select(['reference as ticketNo', 'member_id as memberId', 'delta_balance as points'])
    .where('reference', 'in', ticketNos)
    .execute()
  return rows.map(({ ticketNo, memberId, points }) => ({ ticketNo, memberId, points }))
}

/**
 * Checks a member's ledger: the entries add up to what the buckets hold, and every claimed ticket has its own entry.
 *
 * @throws CaseFailure
 */
export async function checkLedger(db: Kysely<Database>, memberId: string): Promise<void> {
  const entries = await db
    .selectFrom('point_transactions')
    .select(['id', 'code', 'reference', 'delta_balance'])
    .where('member_id', '=', memberId)
    .execute()
  const buckets = await db.selectFrom('point_buckets').select('remaining').where('member_id', '=', memberId).execute()
  const balance = entries.reduce((sum, { delta_balance: delta }) => sum + delta, 0)
  const held = buckets.reduce((sum, { remaining }) => sum + remaining, 0)
  if (balance !== held) throw new CaseFailure('ledger', `The entries add up to ${balance}, the buckets hold ${held}.`)
  const claims = await db.selectFrom('ticket_claims').selectAll().where('member_id', '=', memberId).execute()
  const paid = new Map(entries.map(({ id, reference }) => [id, reference]))
  const mismatched = claims.filter(
    ({ ticket_no: ticketNo, transaction_id: id }) => id === null || paid.get(id) !== ticketNo,
  )
  // A tier that the tickets have reached brings an entry of its own.
  const credits = entries.filter(({ code }) => code === 'Scan ticket')
  if (mismatched.length > 0 || claims.length !== credits.length) {
    throw new CaseFailure(
      'ledger',
      `${claims.length} claims, ${credits.length} credits, ${mismatched.length} do not fit.`,
    )
  }
}
