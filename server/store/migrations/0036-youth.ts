import { type Kysely, sql } from 'kysely'

/** The young audience scheme: its statuses, until when an approval lasts, and why an application was rejected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table members
     add column ya_expires_at timestamptz,
     add column ya_reason text,
     add constraint members_ya_status check (
       ya_status in ('N/A', 'Pending Payment', 'Pending Approval', 'Approved', 'Rejected', 'Expired')) not valid`,
  `create index members_by_ya_status on members (ya_status) where ya_status <> 'N/A'`,
]
