import { type Kysely, sql } from 'kysely'

/**
 * A column of a unique constraint counts as a key that rows of other tables may refer to: a member's first number locked out every other
 * transaction that adds a row about the member, and several forms of one member, sent at once, locked each other out (deadlock). A partial
 * index keeps numbers unique, and is no key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create unique index members_by_number on members (member_no) where member_no is not null`,
  `alter table members drop constraint members_member_no_key`,
]
