import { createHash, randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import * as v from 'valibot'
import { createClient } from '#src/api/client.ts'
import { exchangeIdentity } from '#src/session/exchange.ts'
import { createVisitor, type Visitor } from './visitor.ts'

const Tokens = v.object({
  access_token: v.string(),
  id_token: v.string(),
  token_type: v.string(),
  scope: v.string(),
})
export type Tokens = v.InferOutput<typeof Tokens>

/** A sign-in request of the app, with the values that only the app knows. */
export interface SignInRequest {
  address: string
  verifier: string
  state: string
  nonce: string
}

/** The authorization request with which the app sends a browser to the identity provider. */
export function requestSignIn(origin: string, more: Record<string, string> = {}): SignInRequest {
  const [verifier, state, nonce] = [randomBytes(32), randomBytes(16), randomBytes(16)].map((bytes) =>
    bytes.toString('base64url'),
  )
  if (verifier === undefined || state === undefined || nonce === undefined)
    throw new Error('Three random texts were made')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const parameters = new URLSearchParams({
    client_id: 'club-bravo-app',
    redirect_uri: `${origin}/login`,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state,
    nonce,
    ...more,
  })
  return { address: `${origin}/identity/auth?${parameters}`, verifier, state, nonce }
}

/**
 * The response of a call to the token endpoint.
 *
 * @param address of the server that answers, if not the public one
 */
export async function callTokenEndpoint(
  origin: string,
  parameters: Record<string, string>,
  address = origin,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${address}/identity/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'club-bravo-app', ...parameters }),
    headers: { origin },
  })
  return { status: response.status, body: await response.json() }
}

/** Exchanges the code with which a sign-in returned to `/login`. Fails if the provider issues no tokens. */
export async function exchangeCode(origin: string, request: SignInRequest, back: URL): Promise<Tokens> {
  const { body } = await callTokenEndpoint(origin, {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: `${origin}/login`,
    code_verifier: request.verifier,
  })
  return v.parse(Tokens, body)
}

/** Signs in at the provider's page and exchanges the code: the app's part, without the app. */
export async function signInAtProvider(
  origin: string,
  { email, password }: { email: string; password: string },
  visitor = createVisitor(origin),
): Promise<Tokens & { nonce: string }> {
  const request = requestSignIn(origin)
  const page = await visitor.open(request.address)
  const back = await visitor.submit(page, { email, password })
  return { ...(await exchangeCode(origin, request, back.url)), nonce: request.nonce }
}

/** Signs a browser in to the club by what the provider says of its member, and returns the club token. */
export async function enterClub(origin: string, { id_token: idToken }: Pick<Tokens, 'id_token'>, visitor: Visitor) {
  const { sub: subject, email } = v.parse(v.object({ sub: v.string(), email: v.string() }), decodeJwt(idToken))
  const client = createClient({ origin, product: 'club-bravo', readToken: () => Promise.resolve(null) })
  const identity = { subject, email, emailVerified: false, idToken }
  const outcome = await exchangeIdentity(client, identity)
  if (outcome.kind === 'failed') throw new Error(`${outcome.step} failed: ${JSON.stringify(outcome.error)}`)
  visitor.prove(outcome.token)
  return outcome.token
}

/** Renews a sign-in as the app does, without asking. Resolves to null where the provider would have to ask. */
export async function renewAtProvider(origin: string, visitor: Visitor): Promise<Tokens | null> {
  const request = requestSignIn(origin, { prompt: 'none' })
  const { url } = await visitor.open(request.address)
  return url.searchParams.has('code') ? await exchangeCode(origin, request, url) : null
}

/** The same, where the provider knows the person. */
export async function renewTokens(origin: string, visitor: Visitor): Promise<Tokens> {
  const tokens = await renewAtProvider(origin, visitor)
  if (tokens === null) throw new Error('The provider would have to ask.')
  return tokens
}

/** Whether the provider takes an access token of its own. */
export async function isAccepted(
  origin: string,
  { access_token: token }: Pick<Tokens, 'access_token'>,
): Promise<boolean> {
  const response = await fetch(`${origin}/identity/me`, { headers: { authorization: `Bearer ${token}` } })
  await response.body?.cancel()
  return response.ok
}
