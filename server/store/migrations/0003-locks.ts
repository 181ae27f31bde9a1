import { type Kysely, sql } from 'kysely'

/** Rows that serialise rare work, such as an import of contents: a lock on a row works on every PostgreSQL, an advisory lock does not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table locks (name text primary key)`,
  `insert into locks (name) values ('contents'), ('season'), ('signing-keys')`,
]
