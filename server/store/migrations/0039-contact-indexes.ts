import { type Kysely, sql } from 'kysely'

/** Who an email address or mobile number belongs to is looked up before joining. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index old_members_by_email on old_members (email)`,
  `create index old_members_by_mobile on old_members (mobile)`,
  `create index members_by_mobile on members (mobile)`,
]
