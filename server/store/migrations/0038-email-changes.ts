import { type Kysely, sql } from 'kysely'

/** Links that prove a new address of an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table email_changes (
     token_hash text primary key,
     account_id uuid not null references identity_accounts on delete cascade,
     email text not null,
     expires_at timestamptz not null,
     used_at timestamptz)`,
  `create index email_changes_by_account on email_changes (account_id)`,
  `create index email_changes_by_age on email_changes (expires_at)`,
]
