import { type Kysely, sql } from 'kysely'

/** The payment simulator's own records: what its card page was asked for, and the datafeeds that it still has to deliver. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table simulated_payments (
     id uuid primary key,
     number bigint generated always as identity,
     form jsonb not null,
     state text not null default 'open' check (state in ('open', 'charged', 'declined', 'not_authenticated', 'cancelled')),
     created_at timestamptz not null,
     datafeed text,
     due_at timestamptz,
     attempts integer not null default 0,
     check (due_at is null or datafeed is not null))`,
  `create index simulated_payments_due on simulated_payments (due_at) where due_at is not null`,
  `create index simulated_payments_by_age on simulated_payments (created_at)`,
]
