import { type Kysely, sql } from 'kysely'

/** A link to a new address remembers the password that it was asked for with: under another password it does not work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [`alter table email_changes add column password_hash text`]
