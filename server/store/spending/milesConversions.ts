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

const conversions = (db: Kysely<Database>) =>
  db
    .selectFrom('miles_conversions as conversion')
    .innerJoin('point_transactions as entry', 'entry.id', 'conversion.transaction_id')
    .innerJoin('members', 'members.id', 'entry.member_id')
    .select(['members.id as memberId', 'members.active as isActive'])
    .select(['conversion.transaction_id as id', 'ref_no as refNo', 'entry.created_at as at', 'miles'])
    .select(['membership_no as account', 'sent_at as sentAt', 'airline_reference as airlineReference'])
    .select(['conversion.first_name as firstName', 'conversion.last_name as lastName'])
    .select(sql<number>`-entry.delta_balance`.as('points'))
    .orderBy('entry.created_at')
    .orderBy('entry.id')

/**
 * The conversions of which the airline was not told, with what it needs, oldest first. The account is null once the
 * member's account is deleted.
 */
export function findUnsentConversions(db: Kysely<Database>) {
  return conversions(db).where('sent_at', 'is', null).execute()
}

/** Locks the conversions with these references until the transaction ends, and reads them. */
export async function lockConversions(db: Transaction<Database>, refNos: readonly string[]) {
  const isWanted = sql<boolean>`ref_no = any(${[...refNos]}::text[])`
  await sql`select from miles_conversions where ${isWanted} order by transaction_id for no key update`.execute(db)
  return conversions(db).where(isWanted).execute()
}

/** Marks conversions as told to the airline. */
export async function markConversionsSent(db: Transaction<Database>, ids: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('miles_conversions')
    .set({ sent_at: now })
    .where(sql<boolean>`transaction_id = any(${[...ids]}::bigint[])`)
    .execute()
}

/** Records what the airline calls a conversion, of which it was told then. */
export async function setAirlineReference(
  db: Transaction<Database>,
  { id, airlineReference, sentAt }: { id: string; airlineReference: string; sentAt: Date },
): Promise<void> {
  await db
    .updateTable('miles_conversions')
    .set({ airline_reference: airlineReference, sent_at: sentAt })
    .where('transaction_id', '=', id)
    .execute()
}
