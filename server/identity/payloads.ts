import type { Kysely } from 'kysely'
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'
import { sha256 } from '#server/store/hash.ts'
import {
  consumePayload,
  deletePayload,
  deletePayloadsOfGrant,
  findPayload,
  savePayload,
} from '#server/store/identity/payloads.ts'
import { endFamilyOfGrant } from '#server/store/sessions/sessionFamilies.ts'
import type { Database } from '#server/store/tables.ts'

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/**
 * oidc-provider's storage: every model is a row of `identity_payloads`, its payload as jsonb.
 *
 * An id is a secret that opens what it names (a session, a token), so only its hash is stored, and the payload has
 * `%id%` in its place. An expired row counts as absent. `consume` decides races: of two concurrent copies of a code one
 * is refused, whatever the order of their look-ups.
 *
 * An interaction is stored without the grant that its session had when it began: a sign-out of which the club hears
 * late ends that grant, and must not end the pages on which somebody signs in since.
 */
export function payloadAdapter(db: Kysely<Database>): AdapterFactory {
  return (model) => modelAdapter(db, model)
}

/** Stands for the id in a stored payload. */
const idPlaceholder = '%id%'

function withoutId(payload: AdapterPayload, id: string): string {
  // An interaction repeats the id of its session, which nothing reads.
  const { session, ...rest } = payload
  const stripped = session ? { ...rest, session: { ...session, cookie: undefined } } : payload
  return JSON.stringify(stripped).replaceAll(id, idPlaceholder)
}

function withId(payload: AdapterPayload, id: string): AdapterPayload {
  const restored: AdapterPayload = JSON.parse(JSON.stringify(payload).replaceAll(idPlaceholder, id))
  return restored
}

function modelAdapter(db: Kysely<Database>, model: string): Adapter {
  async function findBy(column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> {
    const row = await findPayload(db, { model, column, value })
    if (!row) return undefined
    const { payload, consumedAt } = row
    return consumedAt === null ? payload : { ...payload, consumed: seconds(consumedAt) }
  }

  const keyOf = (id: string) => ({ model, key: sha256(id) })

  return {
    upsert: (id, payload, expiresIn) =>
      savePayload(db, keyOf(id), {
        payload: withoutId(payload, id),
        grant_id: model === 'Interaction' || payload.grantId === undefined ? null : sha256(payload.grantId),
        user_code: payload.userCode ?? null,
        uid: payload.uid ?? null,
        expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
      }),
    async find(id) {
      const payload = await findBy('id', sha256(id))
      return payload && withId(payload, id)
    },
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: (userCode) => findBy('user_code', userCode),
    async consume(id) {
      if (!(await consumePayload(db, keyOf(id)))) throw new errors.InvalidGrant('already used')
    },
    destroy: (id) => deletePayload(db, keyOf(id)),
    async revokeByGrantId(grantId) {
      const grant = sha256(grantId)
      await deletePayloadsOfGrant(db, model, grant)
      await endFamilyOfGrant(db, grant, new Date())
    },
  }
}
