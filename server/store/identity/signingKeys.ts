import type { JWK } from 'jose'
import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

/** What a key signs: the identity provider's tokens, or its cookies. */
type Purpose = 'identity' | 'cookie'

/** Keys for a purpose, newest first. */
export async function readKeys(db: Kysely<Database>, purpose: Purpose): Promise<JWK[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select('jwk')
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ jwk }) => jwk)
}

/** Adds a key, which signs from now on. */
export async function addKey(db: Kysely<Database>, purpose: Purpose, key: JWK & { kid: string }): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({ kid: key.kid, purpose, jwk: JSON.stringify(key) })
    .execute()
}
