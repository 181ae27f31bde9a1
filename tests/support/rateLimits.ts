import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/store/tables.ts'

/** Lets so many minutes pass, for whatever the server limits by time. */
export async function letMinutesPass(db: Kysely<Database>, minutes: number): Promise<void> {
  await sql`update rate_limits set resets_at = resets_at - ${minutes} * interval '1 minute'`.execute(db)
}
