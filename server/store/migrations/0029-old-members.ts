import { type Kysely, sql } from 'kysely'

/** The members of before this app, who may come back with their number. One who has come back names the new member. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table old_members (
     member_no text primary key,
     last_name text not null,
     email text check (email = lower(email)),
     country_code text, mobile text,
     salutations text, first_name text, chinese_name text, gender text, dob text,
     flat_or_unit text, floor text, block_or_phase text, house_or_building_estate text, road_or_street text,
     district text, country text,
     membership_tier text not null default 'Black' check (membership_tier in ('Black', 'Red', 'Gold', 'Diamond')),
     membership_since timestamptz, tier_expiry_date timestamptz,
     member_id uuid unique references members,
     migrated_at timestamptz,
     check ((member_id is null) = (migrated_at is null)))`,
  `create index old_members_by_email on old_members (email)`,
  `create index old_members_by_mobile on old_members (mobile)`,
  `create index members_by_mobile on members (mobile)`,
]
