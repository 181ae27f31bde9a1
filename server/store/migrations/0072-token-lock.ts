import { type Kysely, sql } from 'kysely'

/** A row that serialises the issue of tokens for one address, or two operators at once would each issue one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into locks (name) values ('upgrade-tokens')`.execute(db)
}
