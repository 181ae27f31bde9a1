import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, SigningKeysTable } from './tables.ts'

/** What a key signs: tickets, the identity provider's tokens, or its cookies. */
export type KeyPurpose = SigningKeysTable['purpose']

/** A key as it is stored. `jwk`: the private half is sealed (server/sealing/sealedJwk.ts). */
export interface StoredKey {
  kid: string
  jwk: Record<string, unknown>
}

function currentKeys(db: Kysely<Database>, purpose: KeyPurpose) {
  return db
    .selectFrom('signing_keys')
    .select(['kid', 'jwk'])
    .where('purpose', '=', purpose)
    .where((key) => key.or([key('retires_at', 'is', null), key('retires_at', '>', sql<Date>`now()`)]))
}

/** The keys for a purpose that count now, newest first. */
export function findKeys(db: Kysely<Database>, purpose: KeyPurpose): Promise<StoredKey[]> {
  return currentKeys(db, purpose).orderBy('created_at', 'desc').orderBy('kid').execute()
}

/** A key by its name, if it counts now. */
export function findKey(db: Kysely<Database>, purpose: KeyPurpose, kid: string): Promise<StoredKey | undefined> {
  return currentKeys(db, purpose).where('kid', '=', kid).executeTakeFirst()
}

/** Adds a key, which signs from now on. */
export async function addKey(db: Kysely<Database>, purpose: KeyPurpose, { kid, jwk }: StoredKey): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({ kid, purpose, jwk: JSON.stringify(jwk) })
    .execute()
}

/** Has the present keys for a purpose end after so many seconds, unless they end earlier anyway. */
export async function retireKeys(db: Transaction<Database>, purpose: KeyPurpose, seconds: number): Promise<void> {
  await db
    .updateTable('signing_keys')
    .set({ retires_at: sql<Date>`least(retires_at, now() + make_interval(secs => ${seconds}))` })
    .where('purpose', '=', purpose)
    .execute()
}

/** Deletes all keys for a purpose but one. Resolves to the number of those that are gone. */
export async function deleteOtherKeys(db: Transaction<Database>, purpose: KeyPurpose, kid: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('signing_keys')
    .where('purpose', '=', purpose)
    .where('kid', '!=', kid)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the keys that have ended. */
export async function purgeKeys(db: Kysely<Database>, now: Date): Promise<void> {
  await db.deleteFrom('signing_keys').where('retires_at', '<=', now).execute()
}

/** All keys, locked until the transaction ends. */
export function lockAllKeys(db: Transaction<Database>): Promise<StoredKey[]> {
  return db.selectFrom('signing_keys').select(['kid', 'jwk']).forUpdate().execute()
}

/** Replaces how a key is stored. */
export async function changeKey(db: Transaction<Database>, { kid, jwk }: StoredKey): Promise<void> {
  await db
    .updateTable('signing_keys')
    .set({ jwk: JSON.stringify(jwk) })
    .where('kid', '=', kid)
    .execute()
}
