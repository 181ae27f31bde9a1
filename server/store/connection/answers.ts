import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'

/** Rejects if the database does not answer. */
export function answers(db: Kysely<Database>): Promise<unknown> {
  return sql`select 1`.execute(db)
}
