import { type Kysely, sql } from 'kysely'

/**
 * The hash of a keyed request's body as it was sent, beside the hash of what the server read in it: another version of the server may
 * read the same body differently.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency_keys add column sent_hash text`.execute(db)
}
