import { type Kysely, sql } from 'kysely'

/** The mailbox becomes the outbox of mails, too: a mail with a due time is sent by the mail server, and deleted once it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table mailbox add column due_at timestamptz, add column attempts integer not null default 0`,
  `create index mailbox_due on mailbox (due_at) where due_at is not null`,
]
