import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables.ts'

/** Adds a key. Resolves to its id; undefined: there is, or was, one with this name. */
export async function addApiKey(
  db: Transaction<Database>,
  key: { name: string; permission: string; secretHash: string; madeBy: string; now: Date },
): Promise<string | undefined> {
  const { name, permission, secretHash, madeBy, now } = key
  const added = await db
    .insertInto('api_keys')
    .values({ name, permission, secret_hash: secretHash, made_by: madeBy, made_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** The key with a secret that has not ended; undefined: there is none. */
export function findApiKey(db: Kysely<Database>, secretHash: string) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'name', 'permission', 'last_used_at as lastUsedAt'])
    .where('secret_hash', '=', secretHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** Notes that a key was used. */
export async function noteApiKeyUse(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute()
}

/** Every key: those that have not ended first, then the newest first. */
export function findApiKeys(db: Kysely<Database>) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'name', 'permission', 'made_by as madeBy', 'made_at as madeAt', 'last_used_at as lastUsedAt'])
    .select(['ended_by as endedBy', 'ended_at as endedAt'])
    .orderBy((row) => row('ended_at', 'is not', null))
    .orderBy('id', 'desc')
    .execute()
}

/** Ends a key that has not ended. Of two at once, one gets its name; the other gets undefined. */
export async function endApiKey(
  db: Transaction<Database>,
  { id, endedBy, now }: { id: string; endedBy: string; now: Date },
): Promise<string | undefined> {
  const ended = await db
    .updateTable('api_keys')
    .set({ ended_by: endedBy, ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return ended?.name
}
