import { type Kysely, sql } from 'kysely'

/** A mobile number is also looked up together with its country code, as phones write it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index old_members_by_whole_mobile on old_members ((country_code || mobile))`,
  `create index members_by_whole_mobile on members ((country_code || mobile))`,
]
