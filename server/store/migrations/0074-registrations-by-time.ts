import { type Kysely, sql } from 'kysely'

/** Registrations are read in the order of their times, which is that of the event's lock; ids need not come in order on every PostgreSQL. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index event_registrations_by_time on event_registrations (alias, created_at)`,
  `create index event_registrations_waiting_by_time on event_registrations (alias, created_at, id) where state = 'waiting'`,
  `create index event_registrations_by_member_and_time on event_registrations (member_id, created_at desc, id desc)`,
  `drop index event_registrations_waiting`,
  `drop index event_registrations_by_member`,
]
