import { createPublicKey } from 'node:crypto'
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'
import { clockTolerance, maxIdTokenAge } from '#server/domain/signIn.ts'
import { isDatabaseUnavailable } from '#server/store/connection/databaseErrors.ts'
import { publicJwk } from '#server/sealing/sealedJwk.ts'
import { sha256 } from '#server/store/hash.ts'
import { findKey } from '#server/store/signingKeys.ts'
import type { Database } from '#server/store/tables.ts'
import { builtInIssuer, grantClaim } from './issuer.ts'

/** Asymmetric signatures only: tokens that are unsigned, or signed with a shared secret, are never accepted. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const Claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  email: Email,
  email_verified: v.optional(v.unknown()),
  nonce: v.pipe(v.string(), v.nonEmpty()),
  azp: v.optional(v.string()),
  [grantClaim]: v.optional(v.string()),
})

/** What an `id_token` says once its signature, issuer, audience, expiry, age and nonce have been verified. */
export interface VerifiedIdentity {
  /** The issuer as members are stored with it (`accountIssuer`). */
  issuer: string
  subject: string
  email: string
  emailVerified: boolean
  /** The built-in provider's grant behind it, hashed; null with an external provider. */
  grant: string | null
  /** SHA-256 of the signed part: a signature can be written in several ways, what it signs cannot. */
  tokenHash: string
}

/**
 * Verifies an `id_token`. Resolves to null when anything about it is wrong.
 *
 * @throws IdentityProviderUnavailable when the issuer's keys cannot be fetched, so that nothing is known about the
 *   token
 */
export type IdTokenReader = (idToken: string) => Promise<VerifiedIdentity | null>

/** The identity provider cannot be reached. */
export class IdentityProviderUnavailable extends Error {
  override readonly name = 'IdentityProviderUnavailable'
}

/** The issuer and audience that an id_token must have. */
interface TrustedIssuer {
  issuer: string
  /** The issuer as members are stored with it. */
  accountIssuer: string
  clientId: string
  /** Its public keys. Rejects with IdentityProviderUnavailable when the issuer cannot be reached. */
  keys: JWTVerifyGetKey
}

/**
 * Verifies id_tokens as OpenID Connect Core 3.1.3.7 requires: signature, issuer, audience, authorised party, expiry,
 * age and presence of the nonce, subject and address.
 */
export function idTokenReader({ issuer, accountIssuer, clientId, keys }: TrustedIssuer): IdTokenReader {
  return async (idToken) => {
    let payload: unknown
    let audience: string | string[] | undefined
    try {
      const checked = await jwtVerify(idToken, keys, {
        issuer,
        audience: clientId,
        algorithms,
        clockTolerance,
        maxTokenAge: maxIdTokenAge,
        requiredClaims: ['exp', 'iat', 'sub', 'nonce', 'email'],
      })
      payload = checked.payload
      audience = checked.payload.aud
    } catch (error) {
      if (error instanceof IdentityProviderUnavailable || isDatabaseUnavailable(error)) throw error
      return null
    }
    const claims = v.safeParse(Claims, payload)
    if (!claims.success) return null
    const { sub, email, email_verified: verified, azp, [grantClaim]: claimed = null } = claims.output
    if (azp === undefined ? Array.isArray(audience) && audience.length > 1 : azp !== clientId) return null
    // The built-in provider names the grant in every token: one without was made by somebody who has a key. Another
    // provider's word about a grant says nothing.
    const isBuiltIn = accountIssuer === builtInIssuer
    if (isBuiltIn && claimed === null) return null
    const grant = isBuiltIn ? claimed : null
    const tokenHash = sha256(idToken.slice(0, idToken.lastIndexOf('.')))
    const emailVerified = verified === true || verified === 'true'
    return { issuer: accountIssuer, subject: sub, email, emailVerified, grant, tokenHash }
  }
}

/** The built-in provider's keys, read each time: another server may have made one, or retired one, just now. */
export function builtInKeys(db: Kysely<Database>): JWTVerifyGetKey {
  return async ({ kid }) => {
    const key = kid === undefined ? undefined : await findKey(db, 'identity', kid)
    if (!key) throw new errors.JWKSNoMatchingKey()
    return createPublicKey({ key: { ...publicJwk(key.jwk) }, format: 'jwk' })
  }
}

const Discovery = v.object({ issuer: v.string(), jwks_uri: v.pipe(v.string(), v.url()) })

/** An external provider's keys, fetched through its discovery document on first use, and again after a failure. */
export function discoveredKeys(issuer: string): JWTVerifyGetKey {
  let found: Promise<JWTVerifyGetKey> | null = null

  async function discover(): Promise<JWTVerifyGetKey> {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) })
    const document = v.parse(Discovery, await answer.json())
    if (document.issuer !== issuer) throw new Error('The discovery document names another issuer')
    return createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: 5_000 })
  }

  return async (...args) => {
    found ??= discover()
    try {
      const keys = await found
      return await keys(...args)
    } catch (error) {
      // These errors mean that the token names an unknown key; any other error means that the keys could not be
      // fetched.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      found = null
      throw new IdentityProviderUnavailable('The identity provider cannot be reached', { cause: error })
    }
  }
}
