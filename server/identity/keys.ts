import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { takeLock } from '#server/store/locks.ts'
import type { ConnectionPool } from '#server/store/store.ts'
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

/** The identity provider's keys, created at the first start. Servers that start concurrently agree on one set. */
export async function loadIdentityKeys(db: ConnectionPool): Promise<IdentityKeys> {
  return inTransaction(db, async (transaction) => {
    await takeLock(transaction, 'signing-keys')
    const read = async (purpose: 'identity' | 'cookie', make: () => Promise<JWK & { kid: string }>) => {
      const rows = await transaction
        .selectFrom('signing_keys')
        .select('jwk')
        .where('purpose', '=', purpose)
        .orderBy('created_at', 'desc')
        .execute()
      if (rows.length > 0) return rows.map(({ jwk }): JWK => jwk)
      const made = await make()
      await transaction
        .insertInto('signing_keys')
        .values({ kid: made.kid, purpose, jwk: JSON.stringify(made) })
        .execute()
      return [made]
    }
    const signing = await read('identity', makeSigningKey)
    const cookies = await read('cookie', async () => makeCookieKey())
    return { signing, cookies: cookies.flatMap(({ k }) => k ?? []) }
  })
}
