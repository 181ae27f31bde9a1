import { type Kysely, sql } from 'kysely'

/** When an operator told the airline of a conversion; null before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table miles_conversions add column sent_at timestamptz`).execute(db)
}
