import { type Kysely, sql } from 'kysely'

/** The club: members, ledger, tickets, claims, identity, mail. Points and money are checked by the database itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table members (
     id uuid primary key,
     email text not null unique check (email = lower(email)),
     provider_subject text not null unique,
     provider_email_verified boolean not null default false,
     email_verified boolean not null default false,
     salutations text, first_name text, last_name text, chinese_name text, dob text, gender text,
     country_code text not null default '852', mobile text, member_no text unique,
     membership_tier text not null default 'Black' check (membership_tier in ('Black', 'Red', 'Gold', 'Diamond')),
     membership_since timestamptz, tier_expiry_date timestamptz,
     is_profile_completed boolean not null default false,
     is_submitted_profile text not null default 'default',
     ya_status text not null default 'N/A',
     preferred_lang text not null default 'en' check (preferred_lang in ('en', 'tc')),
     receive_email_promotion boolean not null default false,
     active boolean not null default true,
     created_at timestamptz not null default now())`,
  `create table sessions (
     token_hash text primary key,
     member_id uuid not null references members,
     created_at timestamptz not null default now(),
     expires_at timestamptz not null,
     revoked_at timestamptz)`,
  `create index sessions_by_member on sessions (member_id)`,
  `create table point_transactions (
     id bigint generated always as identity primary key,
     member_id uuid not null references members,
     created_at timestamptz not null default now(),
     code text not null,
     description jsonb,
     delta_balance integer not null,
     reference text not null,
     unique (code, reference))`,
  `create index point_transactions_by_member on point_transactions (member_id, id desc)`,
  `create table point_buckets (
     id bigint generated always as identity primary key,
     member_id uuid not null references members,
     transaction_id bigint not null unique references point_transactions,
     earned integer not null check (earned > 0),
     remaining integer not null check (remaining between 0 and earned),
     expires_at timestamptz)`,
  `create index point_buckets_live on point_buckets (member_id, expires_at) where remaining > 0`,
  `create table point_bucket_debits (
     transaction_id bigint not null references point_transactions,
     bucket_id bigint not null references point_buckets,
     amount integer not null check (amount > 0),
     primary key (transaction_id, bucket_id))`,
  `create function refuse_change() returns trigger language plpgsql as $$
     begin raise exception '% is append-only', tg_table_name; end $$`,
  `create trigger point_transactions_append_only before update or delete on point_transactions
     for each row execute function refuse_change()`,
  `create trigger point_bucket_debits_append_only before update or delete on point_bucket_debits
     for each row execute function refuse_change()`,
  `create table performances (
     id text primary key,
     name jsonb not null,
     venue jsonb not null,
     starts_at timestamptz not null,
     ends_at timestamptz not null,
     settled_at timestamptz)`,
  `create table tickets (
     ticket_no text primary key,
     performance_id text not null references performances,
     code text not null,
     code_hash text not null unique,
     seat text not null,
     amount numeric(12, 2) not null check (amount >= 0))`,
  `create index tickets_by_performance on tickets (performance_id)`,
  `create table ticket_sightings (
     member_id uuid not null references members,
     ticket_no text not null references tickets,
     seen_at timestamptz not null,
     primary key (member_id, ticket_no))`,
  `create table ticket_claims (
     ticket_no text primary key references tickets,
     member_id uuid not null references members,
     claimed_at timestamptz not null,
     transaction_id bigint unique references point_transactions)`,
  `create index ticket_claims_pending on ticket_claims (ticket_no) where transaction_id is null`,
  `create table idempotency_keys (
     member_id uuid not null references members,
     route text not null,
     key uuid not null,
     body_hash text not null,
     answer jsonb not null,
     created_at timestamptz not null default now(),
     primary key (member_id, route, key))`,
  `create index idempotency_keys_by_age on idempotency_keys (created_at)`,
  `create table signing_keys (
     kid text primary key,
     purpose text not null check (purpose in ('ticket', 'identity', 'cookie')),
     jwk jsonb not null,
     created_at timestamptz not null default now())`,
  `create table instruments (id text primary key, position integer not null, name jsonb not null)`,
  `create table identity_accounts (
     id uuid primary key,
     email text not null unique check (email = lower(email)),
     password_hash text not null,
     email_verified boolean not null default false,
     language text not null default 'en' check (language in ('en', 'tc', 'sc')),
     created_at timestamptz not null default now())`,
  `create table identity_links (
     token_hash text primary key,
     account_id uuid not null references identity_accounts on delete cascade,
     expires_at timestamptz not null,
     used_at timestamptz)`,
  `create table identity_payloads (
     model text not null,
     id text not null,
     payload jsonb not null,
     grant_id text, user_code text, uid text,
     expires_at timestamptz, consumed_at timestamptz,
     primary key (model, id))`,
  `create index identity_payloads_by_grant on identity_payloads (grant_id)`,
  `create index identity_payloads_by_uid on identity_payloads (uid)`,
  `create index identity_payloads_by_age on identity_payloads (expires_at)`,
  `create table mailbox (
     id bigint generated always as identity primary key,
     recipient text not null,
     subject text not null,
     text text not null,
     html text not null,
     created_at timestamptz not null default now())`,
]
