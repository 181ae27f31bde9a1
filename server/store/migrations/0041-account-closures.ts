import { type Kysely, sql } from 'kysely'

/** Requests of members to close their account: each can be undone for a while, and then removes what names the person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table account_closures (
     id bigint generated always as identity primary key,
     member_id uuid not null references members,
     token_hash text not null unique,
     requested_at timestamptz not null,
     closes_at timestamptz not null,
     undone_at timestamptz,
     completed_at timestamptz,
     check (undone_at is null or completed_at is null))`,
  `create unique index account_closures_pending on account_closures (member_id)
     where undone_at is null and completed_at is null`,
  `create index account_closures_due on account_closures (closes_at) where undone_at is null and completed_at is null`,
]
