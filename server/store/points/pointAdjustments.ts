import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables.ts'

/** Records why an operator has given or taken the points of a ledger entry. */
export async function addAdjustment(
  db: Transaction<Database>,
  { entryId, reason }: { entryId: string; reason: string },
): Promise<void> {
  await db.insertInto('point_adjustments').values({ transaction_id: entryId, reason }).execute()
}

/** When the entry of a cause was made; null when there is none. */
export async function findEntryTime(
  db: Kysely<Database>,
  { code, reference }: { code: string; reference: string },
): Promise<Date | null> {
  const entry = await db
    .selectFrom('point_transactions')
    .select('created_at')
    .where('code', '=', code)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return entry?.created_at ?? null
}
