import { type Kysely, sql } from 'kysely'

/** Who has registered for events. The places are apart from the contents, whose imports never take away what was given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table event_places (
     alias text primary key,
     places integer check (places >= 0),
     taken integer not null default 0 check (taken >= 0),
     check (places is null or taken <= places))`,
  `insert into event_places (alias, places)
     select key, case when fields->>'event_quota' ~ '^[0-9]{1,9}$' then (fields->>'event_quota')::integer end
       from contents where group_name = 'events'`,
  `create table event_registrations (
     id bigint generated always as identity primary key,
     alias text not null references event_places,
     member_id uuid not null references members,
     quantity integer not null check (quantity > 0),
     state text not null check (state in ('registered', 'waiting', 'cancelled')),
     ref_no text not null unique,
     created_at timestamptz not null,
     changed_at timestamptz not null)`,
  `create index event_registrations_by_member on event_registrations (member_id, id)`,
  `create index event_registrations_waiting on event_registrations (alias, id) where state = 'waiting'`,
  `create index event_registrations_of_member on event_registrations (alias, member_id) where state <> 'cancelled'`,
]
