import { type Kysely, sql, type Transaction } from 'kysely'
import type { RedemptionsTable } from './ledgerTables.ts'
import type { Database } from './tables.ts'

/** Records what a ledger entry redeemed. */
export async function addRedemption(db: Transaction<Database>, redemption: RedemptionsTable): Promise<void> {
  await db.insertInto('redemptions').values(redemption).execute()
}

/** How many of each reward a member has redeemed. */
export async function countRedemptions(
  db: Kysely<Database>,
  memberId: string,
): Promise<{ alias: string; quantity: number }[]> {
  return db
    .selectFrom('redemptions')
    .innerJoin('point_transactions', 'point_transactions.id', 'redemptions.transaction_id')
    .select(['redemptions.reward_alias as alias', sql<number>`sum(redemptions.quantity)::int`.as('quantity')])
    .where('point_transactions.member_id', '=', memberId)
    .groupBy('redemptions.reward_alias')
    .execute()
}
