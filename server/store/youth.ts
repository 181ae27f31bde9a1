import type { Kysely, Transaction } from 'kysely'
import type { Database } from './tables.ts'

/** The status of a member in the young audience scheme. */
export async function findYouthStatus(db: Kysely<Database>, memberId: string): Promise<string> {
  const row = await db.selectFrom('members').select('ya_status').where('id', '=', memberId).executeTakeFirstOrThrow()
  return row.ya_status
}

export async function setYouthStatus(db: Transaction<Database>, memberId: string, status: string): Promise<void> {
  await db.updateTable('members').set({ ya_status: status }).where('id', '=', memberId).execute()
}
