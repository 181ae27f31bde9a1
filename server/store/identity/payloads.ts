import type { Insertable, Kysely } from 'kysely'
import type { IdentityPayloadsTable } from '../tables/accountTables.ts'
import type { Database } from '../tables.ts'

/** A row of a model; `key` is a hash. */
interface PayloadKey {
  model: string
  key: string
}

/** The payload that has this value, and when it was consumed; undefined when there is none, or it has expired. */
export function findPayload(
  db: Kysely<Database>,
  { model, column, value }: { model: string; column: 'id' | 'uid' | 'user_code'; value: string },
) {
  return db
    .selectFrom('identity_payloads')
    .select(['payload', 'consumed_at as consumedAt'])
    .where('model', '=', model)
    .where(column, '=', value)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date())]))
    .executeTakeFirst()
}

type SavedPayload = Pick<Insertable<IdentityPayloadsTable>, 'payload' | 'grant_id' | 'user_code' | 'uid' | 'expires_at'>

/** Adds or replaces a payload. */
export async function savePayload(
  db: Kysely<Database>,
  { model, key }: PayloadKey,
  saved: SavedPayload,
): Promise<void> {
  await db
    .insertInto('identity_payloads')
    .values({ model, id: key, ...saved })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(saved))
    .execute()
}

/** Consumes a payload. Resolves to false when it was consumed before: of concurrent copies, only the first is. */
export async function consumePayload(db: Kysely<Database>, { model, key }: PayloadKey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity_payloads')
    .set({ consumed_at: new Date() })
    .where('model', '=', model)
    .where('id', '=', key)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a payload. */
export async function deletePayload(db: Kysely<Database>, { model, key }: PayloadKey): Promise<void> {
  await db.deleteFrom('identity_payloads').where('model', '=', model).where('id', '=', key).execute()
}

/** Deletes the payloads of a grant, whose id is hashed. */
export async function deletePayloadsOfGrant(db: Kysely<Database>, model: string, grant: string): Promise<void> {
  await db.deleteFrom('identity_payloads').where('model', '=', model).where('grant_id', '=', grant).execute()
}
