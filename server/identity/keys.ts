import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Kysely } from 'kysely'
import { addKey, readKeys } from '#server/store/identity/signingKeys.ts'
import { takeLock } from '#server/store/locks.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'

export interface IdentityKeys {
  /** Private RS256 keys, newest first: the first signs, all are published. */
  signing: JWK[]
  /** Secrets that sign cookies, newest first. */
  cookies: string[]
}

async function makeSigningKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' }
}

function makeCookieKey(): JWK & { kid: string } {
  return { kty: 'oct', kid: randomBytes(8).toString('base64url'), k: randomBytes(32).toString('base64url') }
}

async function readIdentityKeys(db: Kysely<Database>): Promise<IdentityKeys> {
  const cookies = await readKeys(db, 'cookie')
  return { signing: await readKeys(db, 'identity'), cookies: cookies.flatMap(({ k }) => k ?? []) }
}

/** The identity provider's keys, created at the first start. Servers that start concurrently agree on one set. */
async function loadIdentityKeys(db: ConnectionPool): Promise<IdentityKeys> {
  const made = await makeSigningKey()
  return inTransaction(db, async (transaction) => {
    await takeLock(transaction, 'signing-keys')
    const { signing, cookies } = await readIdentityKeys(transaction)
    if (signing.length === 0) await addKey(transaction, 'identity', made)
    if (cookies.length === 0) await addKey(transaction, 'cookie', makeCookieKey())
    return readIdentityKeys(transaction)
  })
}

/** Adds keys that sign from now on; the old ones are still accepted. Resolves to the name of the new signing key. */
export async function rotateIdentityKeys(db: ConnectionPool): Promise<string> {
  const made = await makeSigningKey()
  await inTransaction(db, async (transaction) => {
    await addKey(transaction, 'identity', made)
    await addKey(transaction, 'cookie', makeCookieKey())
  })
  return made.kid
}

/** How long a server goes on with the keys that it has read, in milliseconds. */
const keysFreshMs = 5_000

/** Reads the keys again when they are not fresh. The same object as before, while nobody has rotated them. */
export type CurrentKeys = (options?: { again: boolean }) => Promise<IdentityKeys>

/** The keys as other processes may have rotated them. */
export async function followIdentityKeys(db: ConnectionPool): Promise<CurrentKeys> {
  let keys = await loadIdentityKeys(db)
  let readAt = Date.now()
  return async ({ again } = { again: false }) => {
    if (!again && Date.now() - readAt < keysFreshMs) return keys
    readAt = Date.now()
    // Without the database, the known keys go on.
    const read = again ? await readIdentityKeys(db) : await readIdentityKeys(db).catch(() => keys)
    if (JSON.stringify(read) !== JSON.stringify(keys)) keys = read
    return keys
  }
}
