import { type Kysely, sql } from 'kysely'

/** One-time upgrade tokens, of which only the hash is stored, and the members of the old programme. Either is used once, for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table upgrade_tokens (
     token_hash text primary key,
     kind text not null check (kind in ('sc', 'free_tier_upgrade')),
     tier text not null check (tier in ('Red', 'Gold')),
     email text check (email = lower(email)),
     created_at timestamptz not null default now(),
     expires_at timestamptz not null,
     used_at timestamptz,
     used_by uuid references members,
     check ((used_at is null) = (used_by is null)))`,
  `create trigger upgrade_tokens_used before update or delete on upgrade_tokens for each row
     when (old.used_at is not null) execute function refuse_change()`,
  `create table old_members (
     member_no text primary key check (member_no = upper(member_no)),
     last_name text not null,
     first_name text, chinese_name text, salutations text, gender text,
     email text, country_code text, mobile text,
     tier text not null check (tier in ('Black', 'Red', 'Gold', 'Diamond')),
     migrated_at timestamptz,
     migrated_by uuid references members,
     check ((migrated_at is null) = (migrated_by is null)))`,
  `create trigger old_members_migrated before update or delete on old_members for each row
     when (old.migrated_at is not null) execute function refuse_change()`,
]
