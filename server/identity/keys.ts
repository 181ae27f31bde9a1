import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Kysely, Transaction } from 'kysely'
import type { Log } from '#server/http/log.ts'
import { type NewKey, openJwk, sealKey } from '#server/sealing/sealedJwk.ts'
import { readSealingKeys } from '#server/sealing/sealingKeys.ts'
import { isDatabaseUnavailable } from '#server/store/connection/databaseErrors.ts'
import { takeLock } from '#server/store/locks.ts'
import { addKey, findKeys, type StoredKey } from '#server/store/signingKeys.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'

export interface IdentityKeys {
  /** Private RS256 keys, newest first: the first signs, all are published. */
  signing: JWK[]
  /** Secrets that sign cookies, newest first. */
  cookies: string[]
}

/** A new key that signs id_tokens. */
export async function makeTokenKey(): Promise<NewKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { kid, jwk: { ...jwk, kid, alg: 'RS256', use: 'sig' } }
}

/** A new key that signs cookies. */
export function makeCookieKey(): NewKey {
  const kid = randomBytes(8).toString('base64url')
  return { kid, jwk: { kty: 'oct', kid, k: randomBytes(32).toString('base64url') } }
}

async function readIdentityKeys(db: Kysely<Database>, dataDir: string): Promise<IdentityKeys> {
  const [signing, cookies] = [await findKeys(db, 'identity'), await findKeys(db, 'cookie')]
  const sealing = await readSealingKeys(dataDir)
  const open = (key: StoredKey) => openJwk(sealing, key)
  return { signing: signing.map(open), cookies: cookies.flatMap((key) => open(key).k ?? []) }
}

async function addMissingKeys(
  db: Transaction<Database>,
  made: { token: NewKey; cookie: NewKey },
  dataDir: string,
): Promise<void> {
  await takeLock(db, 'signing-keys')
  const sealing = await readSealingKeys(dataDir)
  if ((await findKeys(db, 'identity')).length === 0) await addKey(db, 'identity', sealKey(sealing, made.token))
  if ((await findKeys(db, 'cookie')).length === 0) await addKey(db, 'cookie', sealKey(sealing, made.cookie))
}

/** The identity provider's keys, created at the first start. Servers that start concurrently agree on one set. */
async function loadIdentityKeys(db: ConnectionPool, dataDir: string): Promise<IdentityKeys> {
  const made = { token: await makeTokenKey(), cookie: makeCookieKey() }
  await inTransaction(db, (transaction) => addMissingKeys(transaction, made, dataDir))
  return readIdentityKeys(db, dataDir)
}

/** How long a server goes on with the keys that it has read, in milliseconds. */
const keysFreshMs = 5_000

/** Reads the keys again when they are not fresh. The same object as before, while nobody has rotated them. */
export type CurrentKeys = () => Promise<IdentityKeys>

/**
 * The keys as other processes may have rotated them. Where they cannot be read again, the known ones go on; what is
 * wrong, unless the database is away, is logged each time.
 *
 * @throws StartError when the file of this data folder does not open them
 */
export async function followIdentityKeys(
  db: ConnectionPool,
  dataDir: string,
  log: Pick<Log, 'error'>,
): Promise<CurrentKeys> {
  let keys = await loadIdentityKeys(db, dataDir)
  let readAt = Date.now()
  return async () => {
    if (Date.now() - readAt < keysFreshMs) return keys
    readAt = Date.now()
    const read = await readIdentityKeys(db, dataDir).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error))
        log.error('The keys of the identity provider cannot be read again, and those of before go on', error)
      return keys
    })
    if (JSON.stringify(read) !== JSON.stringify(keys)) keys = read
    return keys
  }
}
