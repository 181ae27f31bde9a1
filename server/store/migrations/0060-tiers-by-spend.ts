import { type Kysely, sql } from 'kysely'

/** A membership may be given for what was spent on tickets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table memberships drop constraint memberships_source_check`,
  `alter table memberships add constraint memberships_source_check check (
     source in ('payment', 'sc', 'free_tier_upgrade', 'existing', 'operator', 'spend'))`,
]
