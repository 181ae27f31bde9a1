import { type Kysely, sql } from 'kysely'

/**
 * Links that choose a new password. A sign-in that is about to begin with the old one ends with the others: an interaction keeps who has
 * signed in until the browser returns from it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table password_resets (
     token_hash text primary key,
     account_id uuid not null references identity_accounts on delete cascade,
     expires_at timestamptz not null,
     used_at timestamptz)`,
  `create index password_resets_by_account on password_resets (account_id)`,
  `create index password_resets_by_age on password_resets (expires_at)`,
  `create index identity_payloads_by_result on identity_payloads ((payload #>> '{result,login,accountId}'))`,
  `create or replace function end_sign_ins(subject text) returns void language sql set search_path = public, pg_temp as $$
     update session_families set ended_at = now() from members
       where members.id = member_id and provider_subject = subject and ended_at is null;
     update sessions set revoked_at = now() from members
       where members.id = member_id and provider_subject = subject and revoked_at is null;
     delete from identity_payloads where payload ->> 'accountId' = subject;
     delete from identity_payloads where payload #>> '{result,login,accountId}' = subject $$`,
]
