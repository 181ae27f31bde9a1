import type { Kysely } from 'kysely'
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'
import type { Database } from '#server/store/tables.ts'

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/**
 * oidc-provider's storage: every model is a row of `identity_payloads`, its payload as jsonb.
 *
 * An expired row counts as absent. `consume` succeeds once: of two copies of a code or refresh token that arrive together, one
 * is refused, whatever the order of their look-ups.
 */
export function payloadAdapter(db: Kysely<Database>): AdapterFactory {
  return (model) => modelAdapter(db, model)
}

function modelAdapter(db: Kysely<Database>, model: string): Adapter {
  async function findBy(column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> {
    const row = await db
      .selectFrom('identity_payloads')
      .select(['payload', 'consumed_at'])
      .where('model', '=', model)
      .where(column, '=', value)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date())]))
      .executeTakeFirst()
    return row && { ...row.payload, ...(row.consumed_at ? { consumed: seconds(row.consumed_at) } : {}) }
  }

  return {
    async upsert(id, payload, expiresIn) {
      const row = {
        payload: JSON.stringify(payload),
        grant_id: payload.grantId ?? null,
        user_code: payload.userCode ?? null,
        uid: payload.uid ?? null,
        expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
      }
      await db
        .insertInto('identity_payloads')
        .values({ model, id, ...row })
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
        .execute()
    },
    find: (id) => findBy('id', id),
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: (userCode) => findBy('user_code', userCode),
    async consume(id) {
      const { numUpdatedRows } = await db
        .updateTable('identity_payloads')
        .set({ consumed_at: new Date() })
        .where('model', '=', model)
        .where('id', '=', id)
        .where('consumed_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new errors.InvalidGrant('already used')
    },
    async destroy(id) {
      await db.deleteFrom('identity_payloads').where('model', '=', model).where('id', '=', id).execute()
    },
    async revokeByGrantId(grantId) {
      await db.deleteFrom('identity_payloads').where('model', '=', model).where('grant_id', '=', grantId).execute()
    },
  }
}

/** Deletes what has expired: payloads, and links a week after their time (until then they can still say that they expired). */
export async function purgeExpired(db: Kysely<Database>, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * 24 * 60 * 60 * 1000)
  await db.deleteFrom('identity_payloads').where('expires_at', '<', now).execute()
  await db.deleteFrom('identity_links').where('expires_at', '<', weekAgo).execute()
}
