import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { MilesConversionsTable } from '../tables/redemptionTables.ts'
import type { Database } from '../tables.ts'

/** Records to what and to whose airline account a ledger entry converted points. */
export async function addMilesConversion(
  db: Transaction<Database>,
  conversion: Insertable<MilesConversionsTable>,
): Promise<void> {
  await db.insertInto('miles_conversions').values(conversion).execute()
}

/** Which conversions to find; what is null limits nothing. */
export interface ConversionFilter {
  from: Date | null
  /** Before this moment. */
  until: Date | null
  /** Whether those of which the airline was told are found, too. */
  withSent: boolean
}

/** Conversions with what the airline needs, oldest first. The account is null once the member's account is deleted. */
export function findConversions(db: Kysely<Database>, { from, until, withSent }: ConversionFilter) {
  return db
    .selectFrom('miles_conversions as conversion')
    .innerJoin('point_transactions as entry', 'entry.id', 'conversion.transaction_id')
    .select(['conversion.transaction_id as id', 'ref_no as refNo', 'entry.created_at as at', 'miles'])
    .select(['membership_no as account', 'first_name as firstName', 'last_name as lastName', 'sent_at as sentAt'])
    .select(sql<number>`-entry.delta_balance`.as('points'))
    .$if(from !== null, (rows) => rows.where('entry.created_at', '>=', from ?? new Date(0)))
    .$if(until !== null, (rows) => rows.where('entry.created_at', '<', until ?? new Date(0)))
    .$if(!withSent, (rows) => rows.where('sent_at', 'is', null))
    .orderBy('entry.created_at')
    .orderBy('entry.id')
    .execute()
}

/** Marks conversions as told to the airline. Resolves to how many of them had no mark. */
export async function markConversionsSent(
  db: Transaction<Database>,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('miles_conversions')
    .set({ sent_at: now })
    .where(sql<boolean>`transaction_id = any(${[...ids]}::bigint[])`)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
