import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { TicketClaims } from '#contract/ticket.ts'
import { sha256 } from '#server/store/hash.ts'
import type { Database } from '#server/store/tables.ts'

/** Signs tickets: claims in, what the QR code says out (contract/ticket.ts). */
export type SignTicket = (claims: TicketClaims) => string

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Signs with a key under a name. The name is what a ticket says of its key; a forger can write any. */
function signerOf(kid: string, key: KeyObject): SignTicket {
  const header = encode({ alg: 'EdDSA', kid })
  return (claims) => {
    const signed = `${header}.${encode(claims)}`
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
  }
}

/** The key that tickets are signed with, made where there is none. Its name is short: every character makes a QR code denser. */
export async function ensureTicketKey(db: Kysely<Database>): Promise<{ kid: string; sign: SignTicket }> {
  const kept = await db
    .selectFrom('signing_keys')
    .select(['kid', 'jwk'])
    .where('purpose', '=', 'ticket')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (kept) return { kid: kept.kid, sign: signerOf(kept.kid, createPrivateKey({ key: kept.jwk, format: 'jwk' })) }

  const { privateKey } = generateKeyPairSync('ed25519')
  const jwk = privateKey.export({ format: 'jwk' })
  const kid = sha256(String(jwk.x)).slice(0, 8)
  await db
    .insertInto('signing_keys')
    .values({ kid, purpose: 'ticket', jwk: JSON.stringify(jwk) })
    .execute()
  return { kid, sign: signerOf(kid, privateKey) }
}
