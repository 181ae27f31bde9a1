import { type Kysely, sql } from 'kysely'

/**
 * Sign-ins: every club token belongs to a family that ends as a whole, an id_token works once, and the identity provider's ids are stored
 * as hashes. An older server beside this schema goes on: the tokens that it issues have no family.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table session_families (
     id uuid primary key,
     member_id uuid not null references members,
     provider_grant text unique,
     created_at timestamptz not null,
     ends_at timestamptz not null,
     ended_at timestamptz)`,
  `create index session_families_by_member on session_families (member_id)`,
  `create index session_families_by_age on session_families (ends_at)`,
  `alter table sessions
     add column family_id uuid references session_families on delete cascade,
     add column replaced_at timestamptz,
     add column successor_salt text`,
  `create index sessions_by_family on sessions (family_id)`,
  `create index sessions_by_age on sessions (expires_at)`,
  `create table spent_id_tokens (hash text primary key, expires_at timestamptz not null)`,
  `create index spent_id_tokens_by_age on spent_id_tokens (expires_at)`,
  `create index identity_links_by_age on identity_links (expires_at)`,
  `create index identity_links_by_account on identity_links (account_id)`,
  `create index identity_payloads_by_account on identity_payloads ((payload ->> 'accountId'))`,
  // A row's id opens what it names. The payload repeats it, and an interaction repeats that of its session.
  `update identity_payloads set
     id = encode(sha256(convert_to(id, 'UTF8')), 'hex'),
     grant_id = encode(sha256(convert_to(grant_id, 'UTF8')), 'hex'),
     payload = replace((payload #- '{session,cookie}')::text, id, '%id%')::jsonb`,
  // Whoever closes an account or changes a password, by this server or by hand, ends every sign-in in the same transaction.
  `create function end_sign_ins(subject text) returns void language sql as $$
     update session_families set ended_at = now() from members
       where members.id = member_id and provider_subject = subject and ended_at is null;
     update sessions set revoked_at = now() from members
       where members.id = member_id and provider_subject = subject and revoked_at is null;
     delete from identity_payloads where payload ->> 'accountId' = subject $$`,
  `create function end_sign_ins_of_member() returns trigger language plpgsql as $$
     begin perform end_sign_ins(new.provider_subject); return null; end $$`,
  `create trigger members_closed after update of active on members
     for each row when (old.active and not new.active) execute function end_sign_ins_of_member()`,
  `create function end_sign_ins_of_account() returns trigger language plpgsql as $$
     begin perform end_sign_ins(new.id::text); return null; end $$`,
  `create trigger identity_accounts_password_changed after update of password_hash on identity_accounts
     for each row when (old.password_hash <> new.password_hash) execute function end_sign_ins_of_account()`,
]
