import { type Kysely, sql } from 'kysely'

/** A mailed link belongs to a registration: it carries the password that was chosen with it. An older server goes on without. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table identity_links add column password_hash text`.execute(db)
}
