import { type Kysely, sql } from 'kysely'

/** Attempts that are limited, counted for all servers of the database. Nothing is lost with them in a crash, so they are not logged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create unlogged table rate_limits (
     key text primary key,
     used integer not null,
     strikes integer not null,
     resets_at timestamptz not null)`,
  `create index rate_limits_by_age on rate_limits (resets_at)`,
]
