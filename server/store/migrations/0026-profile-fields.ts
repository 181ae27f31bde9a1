import { type Kysely, sql } from 'kysely'

/** The rest of a member's profile: address, interests, consent, and a young member's guardian and school. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table members
         add column flat_or_unit text, add column floor text, add column block_or_phase text,
         add column house_or_building_estate text, add column road_or_street text, add column district text,
         add column country text,
         add column interest_id jsonb not null default '[]',
         add column consent boolean not null default false,
         add column guardian_name text, add column guardian_email text, add column guardian_mobile text,
         add column school_name text, add column school_type text`,
    )
    .execute(db)
}
