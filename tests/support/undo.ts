import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/store/tables.ts'

/** Lets the time pass in which acts can be undone: all of them, by the database's clock. */
export async function endUndo(db: Kysely<Database>): Promise<void> {
  await sql`update undoable_acts set ends_at = clock_timestamp() where ends_at > clock_timestamp()`.execute(db)
}
