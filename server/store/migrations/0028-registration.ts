import { type Kysely, sql } from 'kysely'

/** Joining: the known states of a registration, and the numbers of members who join by themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table members add constraint members_is_submitted_profile check (is_submitted_profile in
     ('default', 'submitted', 'existing', 'free', 'red', 'sc', 'ya', 'free-tier-upgrade'))`,
  // Numbers below belong to earlier members.
  `create table member_numbers (
     number bigint generated always as identity (start with 200001) primary key,
     member_id uuid not null unique references members)`,
]
