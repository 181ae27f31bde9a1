import type { Kysely } from 'kysely'
import type { TicketKey } from '#contract/scan/ticketKey.ts'
import type { Database } from './tables.ts'

/** The public parts of all keys that ever signed tickets, newest first. */
export async function findTicketKeys(db: Kysely<Database>): Promise<TicketKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['kid', 'jwk'])
    .where('purpose', '=', 'ticket')
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
  return rows.map(({ kid, jwk }) => ({ kid, x: String(jwk['x']) }))
}

/** The newest private key that signs tickets, as a JWK. */
export function findTicketSigningKey(db: Kysely<Database>) {
  return db
    .selectFrom('signing_keys')
    .select(['kid', 'jwk'])
    .where('purpose', '=', 'ticket')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

/** Adds a key that signs tickets. `jwk`: its private half; tickets are signed by the newest. */
export async function addTicketSigningKey(
  db: Kysely<Database>,
  key: { kid: string; jwk: Record<string, unknown> },
): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({ kid: key.kid, purpose: 'ticket', jwk: JSON.stringify(key.jwk) })
    .execute()
}
