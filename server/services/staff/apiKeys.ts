import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { ParsedRequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import { type endKey, keyPrefix, type ListedKey, type makeKey } from '#contract/staff/keys.ts'
import { type KeyPermission, keyPermissions } from '#contract/staff/roles.ts'
import { sha256 } from '#server/store/hash.ts'
import { findLastAct } from '#server/store/staffActs.ts'
import { addApiKey, endApiKey, findApiKey, findApiKeys, noteApiKeyUse } from '#server/store/staff/apiKeys.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'
import { nameDoer, readActorNames } from './doneBy.ts'

/** A machine of the box office, by its key. */
export interface ApiKey {
  id: string
  name: string
  permission: KeyPermission
}

const secretForm = new RegExp(`^${keyPrefix}[\\w-]{43}$`)
/** A key that is used all the time is noted once a minute. */
const noteMs = 60_000

const isPermission = (name: string): name is KeyPermission => v.is(v.picklist(keyPermissions), name)

const aboutKey = (name: string) => ({ subject: { kind: 'key', id: name } as const, memberId: null })

/** Makes a key. Its secret of 256 bits is answered once; only its hash is stored. */
export async function makeApiKey(
  db: ActingPool,
  { name, permission, now }: ParsedRequestOf<typeof makeKey> & { now: Date },
): Promise<SentAnswerOf<typeof makeKey>> {
  const secret = keyPrefix + randomBytes(32).toString('base64url')
  const isMade = await inTransaction(db, async (transaction) => {
    const key = { name, permission, secretHash: sha256(secret), madeBy: transaction.actor.name, now }
    if ((await addApiKey(transaction, key)) === undefined) return false
    await recordAct(transaction, { action: 'api_key_make', ...aboutKey(name), after: { permission } })
    return true
  })
  return isMade ? { kind: 'made', secret } : { kind: 'name_taken' }
}

/** Ends a key, once. */
export async function endApiKeyAsStaff(
  db: ActingPool,
  { id, now }: { id: string; now: Date },
): Promise<SentAnswerOf<typeof endKey>> {
  const isEnded = await inTransaction(db, async (transaction) => {
    const name = await endApiKey(transaction, { id, endedBy: transaction.actor.name, now })
    if (name !== undefined) await recordAct(transaction, { action: 'api_key_end', ...aboutKey(name) })
    return name !== undefined
  })
  if (isEnded) return { kind: 'done' }
  const key = (await findApiKeys(db)).find((one) => one.id === id)
  const last = key && (await findLastAct(db, { kind: 'key', id: key.name }, ['api_key_end']))
  return { kind: 'refused', by: await nameDoer(db, last ?? null) }
}

/** Every key with who has made and ended it. One of a later version, whose permission is not known, is left out. */
export async function listApiKeys(db: ConnectionPool): Promise<ListedKey[]> {
  const keys = await findApiKeys(db)
  const nameOf = await readActorNames(
    db,
    keys.flatMap(({ madeBy, endedBy }) => [madeBy, ...(endedBy === null ? [] : [endedBy])]),
  )
  return keys.flatMap(({ id, name, permission, madeBy, madeAt, lastUsedAt, endedBy, endedAt }) =>
    isPermission(permission)
      ? {
          id,
          name,
          permission,
          made: { by: nameOf(madeBy), at: madeAt.toISOString() },
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
          ended: endedBy === null || endedAt === null ? null : { by: nameOf(endedBy), at: endedAt.toISOString() },
        }
      : [],
  )
}

/**
 * The key with a secret, which is noted as used; null where it is none, or has ended. Asked for each call, so that an
 * ended key is refused at once by every server.
 */
export async function useApiKey(db: ConnectionPool, secret: string, now: Date): Promise<ApiKey | null> {
  if (!secretForm.test(secret)) return null
  const found = await findApiKey(db, sha256(secret))
  if (!found || !isPermission(found.permission)) return null
  const { id, name, permission, lastUsedAt } = found
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= noteMs) await noteApiKeyUse(db, id, now)
  return { id, name, permission }
}
