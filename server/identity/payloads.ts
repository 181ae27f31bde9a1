import type { Kysely } from 'kysely'
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'
import type { Database } from '#server/store/tables.ts'

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/**
 * How long a consumed model still counts as unused, in milliseconds. A device that never received the answer to its refresh repeats it
 * with the old refresh token; without a grace period that would look like theft and end its sign-in. A later reuse is treated as theft,
 * and revokes the whole grant. Authorization codes have no grace period, because they are exchanged at once.
 */
const gracePeriodsMs: Record<string, number> = { RefreshToken: 60_000 }

/**
 * oidc-provider's storage: every model is a row of `identity_payloads`, its payload as jsonb.
 *
 * An expired row counts as absent. `consume` decides races: of two concurrent copies of a code one is refused, whatever the order of
 * their look-ups.
 */
export function payloadAdapter(db: Kysely<Database>): AdapterFactory {
  return (model) => modelAdapter(db, model)
}

function modelAdapter(db: Kysely<Database>, model: string): Adapter {
  const grace = gracePeriodsMs[model] ?? 0

  async function findBy(column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> {
    const row = await db
      .selectFrom('identity_payloads')
      .select(['payload', 'consumed_at'])
      .where('model', '=', model)
      .where(column, '=', value)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date())]))
      .executeTakeFirst()
    if (!row) return undefined
    const { payload, consumed_at: consumedAt } = row
    const isConsumed = consumedAt !== null && consumedAt.getTime() + grace <= Date.now()
    return isConsumed ? { ...payload, consumed: seconds(consumedAt) } : payload
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
      const now = Date.now()
      const { numUpdatedRows } = await db
        .updateTable('identity_payloads')
        .set((row) => ({ consumed_at: row.fn.coalesce('consumed_at', row.val(new Date(now))) }))
        .where('model', '=', model)
        .where('id', '=', id)
        .where((where) =>
          where.or([where('consumed_at', 'is', null), where('consumed_at', '>', new Date(now - grace))]),
        )
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

/** Deletes expired payloads, and links a week after they expired, so that until then they are reported as expired. */
export async function purgeExpired(db: Kysely<Database>, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * 24 * 60 * 60 * 1000)
  await db.deleteFrom('identity_payloads').where('expires_at', '<', now).execute()
  await db.deleteFrom('identity_links').where('expires_at', '<', weekAgo).execute()
}
