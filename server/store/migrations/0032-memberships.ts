import { type Kysely, sql } from 'kysely'

/**
 * Memberships: why a member has a tier, and for how long. Each cause (a payment, a token) gives one, and the bonus of an upgrade comes once.
 * `tier_reminded_for` is the end that the member was told about.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table members add column tier_reminded_for timestamptz`,
  `create index members_by_tier_end on members (tier_expiry_date) where membership_tier <> 'Black'`,
  `create table memberships (
     id bigint generated always as identity primary key,
     member_id uuid not null references members,
     tier text not null check (tier in ('Red', 'Gold', 'Diamond')),
     source text not null check (source in ('payment', 'sc', 'free_tier_upgrade', 'existing', 'operator')),
     reference text not null,
     starts_at timestamptz not null,
     ends_at timestamptz not null check (ends_at >= starts_at),
     unique (source, reference))`,
  `create index memberships_by_member on memberships (member_id)`,
  `create trigger memberships_append_only before update or delete on memberships
     for each row execute function refuse_change()`,
  `create trigger memberships_not_emptied before truncate on memberships execute function refuse_change()`,
  `create unique index point_transactions_upgrade_bonus_once on point_transactions (member_id, code)
     where code in ('Upgrade to Red', 'Upgrade to Gold')`,
]
