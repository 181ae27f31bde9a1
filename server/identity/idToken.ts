import { createPublicKey } from 'node:crypto'
import { createRemoteJWKSet, errors, type JWK, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as v from 'valibot'
import { Email } from '#contract/auth.ts'
import { Refusal } from '#server/handlers/handler.ts'
import type { ProviderIdentity, Services } from '#server/handlers/handlerDependencies.ts'

/** How old an id_token may be, in seconds, when the club is asked to believe it. */
export const longestAge = 10 * 60
/** Clocks of provider and club may differ by this, in seconds. */
const clockTolerance = 30

/** Only signatures that anybody can check: an unsigned token, or one signed with a shared secret, is never believed. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const Claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  email: Email,
  email_verified: v.optional(v.unknown()),
  nonce: v.pipe(v.string(), v.nonEmpty()),
  azp: v.optional(v.string()),
})

/** Whom an id_token has to come from, and for whom. */
export interface TrustedIssuer {
  issuer: string
  clientId: string
  /** Its public keys. Rejects with a Refusal where the issuer cannot be reached. */
  keys: JWTVerifyGetKey
}

/**
 * Checks an id_token as OpenID Connect Core 3.1.3.7 says: signature, issuer, audience, authorised party, expiry, age and
 * presence of the nonce, subject and address.
 *
 * @returns null where anything about it is wrong
 * @throws Refusal 503 where the issuer's keys cannot be had: then nothing is known about the token
 */
export function idTokenReader({ issuer, clientId, keys }: TrustedIssuer): Services['readIdToken'] {
  return async (idToken): Promise<ProviderIdentity | null> => {
    let payload: unknown
    let audience: string | string[] | undefined
    try {
      const checked = await jwtVerify(idToken, keys, {
        issuer,
        audience: clientId,
        algorithms,
        clockTolerance,
        maxTokenAge: longestAge,
        requiredClaims: ['exp', 'iat', 'sub', 'nonce', 'email'],
      })
      payload = checked.payload
      audience = checked.payload.aud
    } catch (error) {
      if (error instanceof Refusal) throw error
      return null
    }
    const claims = v.safeParse(Claims, payload)
    if (!claims.success) return null
    const { sub, email, email_verified: verified, azp } = claims.output
    if (azp === undefined ? Array.isArray(audience) && audience.length > 1 : azp !== clientId) return null
    return { subject: sub, email, emailVerified: verified === true || verified === 'true' }
  }
}

/** The built-in provider's own keys. */
export function ownKeys(signing: readonly JWK[]): JWTVerifyGetKey {
  const keys = new Map(signing.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]))
  return ({ kid }) => {
    const key = keys.get(kid)
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }
}

const Discovery = v.object({ issuer: v.string(), jwks_uri: v.pipe(v.string(), v.url()) })

/** Another provider's keys, found through its discovery document when they are first needed, and again after a failure. */
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
      // An unknown key id or a damaged token is the token's fault; anything else says that the issuer could not be asked.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      found = null
      throw new Refusal(503, { message: 'The identity provider cannot be reached' })
    }
  }
}
