import { type Kysely, sql } from 'kysely'

/** Entries are read in the order of their times: ids need not come in order where several servers take them in blocks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index point_transactions_by_member_and_time on point_transactions (member_id, created_at desc, id desc)`,
  `drop index point_transactions_by_member`,
]
