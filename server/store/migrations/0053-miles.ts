import { type Kysely, sql } from 'kysely'

/** Points that were converted to airline miles, with the airline account that gets them, which closing an account removes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table miles_conversions (
     transaction_id bigint primary key references point_transactions,
     ref_no text not null unique,
     miles integer not null check (miles > 0),
     membership_no text,
     first_name text,
     last_name text)`,
]
