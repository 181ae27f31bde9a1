import type { Kysely } from 'kysely'
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'
import { replacedTokenGraceMs } from '#server/domain/signIn.ts'
import { deleteInBatches } from '#server/store/deleteInBatches.ts'
import { sha256 } from '#server/store/hash.ts'
import { endFamilyOfGrant } from '#server/store/sessions/sessionFamilies.ts'
import type { Database } from '#server/store/tables.ts'

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/**
 * How long a consumed model still counts as unused, in milliseconds. A device that never received the answer to its refresh repeats it
 * with the old refresh token; without a grace period that would look like theft and end its sign-in. A later reuse is treated as theft,
 * and revokes the whole grant. Authorization codes have no grace period, because they are exchanged at once.
 */
const gracePeriodsMs: Record<string, number> = { RefreshToken: replacedTokenGraceMs }

/**
 * oidc-provider's storage: every model is a row of `identity_payloads`, its payload as jsonb.
 *
 * An id is a secret that opens what it names (a session, a token), so only its hash is stored, and the payload has `%id%` in its place. An
 * expired row counts as absent. `consume` decides races: of two concurrent copies of a code one is refused, whatever the order of
 * their look-ups.
 */
export function payloadAdapter(db: Kysely<Database>): AdapterFactory {
  return (model) => modelAdapter(db, model)
}

/** Stands for the id in a stored payload. */
const idPlaceholder = '%id%'

function withoutId(payload: AdapterPayload, id: string): string {
  // An interaction repeats the id of its session, which nothing reads.
  const { session, ...rest } = payload
  const kept = session ? { ...rest, session: { ...session, cookie: undefined } } : payload
  return JSON.stringify(kept).replaceAll(id, idPlaceholder)
}

function withId(payload: AdapterPayload, id: string): AdapterPayload {
  const restored: AdapterPayload = JSON.parse(JSON.stringify(payload).replaceAll(idPlaceholder, id))
  return restored
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
    const isConsumed = consumedAt !== null && (grace === 0 || consumedAt.getTime() + grace <= Date.now())
    return isConsumed ? { ...payload, consumed: seconds(consumedAt) } : payload
  }

  return {
    async upsert(id, payload, expiresIn) {
      const row = {
        payload: withoutId(payload, id),
        grant_id: payload.grantId === undefined ? null : sha256(payload.grantId),
        user_code: payload.userCode ?? null,
        uid: payload.uid ?? null,
        expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
      }
      await db
        .insertInto('identity_payloads')
        .values({ model, id: sha256(id), ...row })
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
        .execute()
    },
    async find(id) {
      const payload = await findBy('id', sha256(id))
      return payload && withId(payload, id)
    },
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: (userCode) => findBy('user_code', userCode),
    async consume(id) {
      const now = Date.now()
      const { numUpdatedRows } = await db
        .updateTable('identity_payloads')
        .set((row) => ({ consumed_at: row.fn.coalesce('consumed_at', row.val(new Date(now))) }))
        .where('model', '=', model)
        .where('id', '=', sha256(id))
        // Without a grace period only the first: another server's clock, or a request that began earlier, may be behind `consumed_at`.
        .where((where) =>
          where.or([
            where('consumed_at', 'is', null),
            ...(grace === 0 ? [] : [where('consumed_at', '>', new Date(now - grace))]),
          ]),
        )
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new errors.InvalidGrant('already used')
    },
    async destroy(id) {
      await db.deleteFrom('identity_payloads').where('model', '=', model).where('id', '=', sha256(id)).execute()
    },
    async revokeByGrantId(grantId) {
      const grant = sha256(grantId)
      await db.deleteFrom('identity_payloads').where('model', '=', model).where('grant_id', '=', grant).execute()
      await endFamilyOfGrant(db, grant, new Date())
    },
  }
}

/**
 * Deletes, in batches, expired payloads and id_tokens, links for new passwords and addresses, and links that verify one a week after they expired, so that until then they are reported as
 * expired.
 */
export async function purgeExpired(db: Kysely<Database>, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * 24 * 60 * 60 * 1000)
  await deleteInBatches((limit) =>
    db
      .deleteFrom('identity_payloads')
      .where('id', 'in', (row) =>
        row.selectFrom('identity_payloads').select('id').where('expires_at', '<', now).limit(limit),
      )
      .where('expires_at', '<', now)
      .executeTakeFirst(),
  )
  await deleteInBatches((limit) =>
    db
      .deleteFrom('identity_links')
      .where('token_hash', 'in', (row) =>
        row.selectFrom('identity_links').select('token_hash').where('expires_at', '<', weekAgo).limit(limit),
      )
      .executeTakeFirst(),
  )
  for (const table of ['password_resets', 'email_changes'] as const)
    await deleteInBatches((limit) =>
      db
        .deleteFrom(table)
        .where('token_hash', 'in', (row) =>
          row.selectFrom(table).select('token_hash').where('expires_at', '<', now).limit(limit),
        )
        .executeTakeFirst(),
    )
  await deleteInBatches((limit) =>
    db
      .deleteFrom('spent_id_tokens')
      .where('hash', 'in', (row) =>
        row.selectFrom('spent_id_tokens').select('hash').where('expires_at', '<', now).limit(limit),
      )
      .executeTakeFirst(),
  )
}
