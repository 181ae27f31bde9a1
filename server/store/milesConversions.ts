import type { Transaction } from 'kysely'
import type { MilesConversionsTable } from './redemptionTables.ts'
import type { Database } from './tables.ts'

/** Records to what and to whose airline account a ledger entry converted points. */
export async function addMilesConversion(db: Transaction<Database>, conversion: MilesConversionsTable): Promise<void> {
  await db.insertInto('miles_conversions').values(conversion).execute()
}
