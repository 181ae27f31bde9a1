import type { JWK } from 'jose'
import * as v from 'valibot'
import { openSealed, seal } from './seal.ts'
import { sealedElsewhere, type SealingKeys } from './sealingKeys.ts'

/** The members of a JWK that nobody else may know (RFC 7518, 6.2 to 6.4; RFC 8037). */
const secretMembers = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'])

const Seal = v.object({ key: v.string(), text: v.string() })
const Members = v.record(v.string(), v.unknown())

/** The public part of a JWK, also of a stored one. */
export function publicJwk(jwk: Record<string, unknown>): JWK {
  return Object.fromEntries(Object.entries(jwk).filter(([name]) => name !== 'sealed' && !secretMembers.has(name)))
}

/** A private key that is not stored yet. */
export interface NewKey {
  kid: string
  jwk: JWK
}

/** A private key as it is stored: its public part, and the rest `sealed`. It opens under its own name only. */
export function sealKey(keys: SealingKeys, { kid, jwk }: NewKey): { kid: string; jwk: Record<string, unknown> } {
  const secret = Object.fromEntries(Object.entries(jwk).filter(([name]) => secretMembers.has(name)))
  const { keyId, sealed } = seal(keys, Buffer.from(JSON.stringify(secret)), kid)
  return { kid, jwk: { ...publicJwk({ ...jwk }), sealed: { key: keyId, text: sealed.toString('base64') } } }
}

/**
 * A private key of the database.
 *
 * @throws StartError when none of these keys opens it
 */
export function openJwk(keys: SealingKeys, { kid, jwk }: { kid: string; jwk: Record<string, unknown> }): JWK {
  const { key, text } = v.parse(Seal, jwk['sealed'])
  const secret = openSealed(keys, { keyId: key, sealed: Buffer.from(text, 'base64') }, kid)
  if (secret === null) throw sealedElsewhere()
  return { ...publicJwk(jwk), ...v.parse(Members, JSON.parse(secret.toString())) }
}
