import * as v from 'valibot'
import type { OidcClient, SigninResponse } from 'oidc-client-ts'
import { languageTags, type Language } from '#contract/language.ts'
import type { FormType } from '#contract/registration/formTypes.ts'
import { proofCookie } from '#contract/member/auth.ts'
import { config, origin } from '#src/config.ts'
import type { Identity } from './exchange.ts'
import { providerPrefix, storedToken } from './storedSession.ts'

/**
 * The identity provider, through oidc-client-ts: authorization code with PKCE, a public client. What it says of a
 * person is exchanged for a club token at once (exchange.ts); its own tokens are not kept.
 *
 * The library is a chunk of its own, loaded only to sign in and out. Pending sign-ins are stored in localStorage.
 */

/** The host of an external identity provider; null when members sign in at the built-in one. */
export const externalProviderHost = config.issuer === `${origin}/identity` ? null : new URL(config.issuer).host

/** How long the provider may take to answer, in seconds. */
const requestTimeoutSeconds = 10

let loading: Promise<OidcClient> | undefined

/** Loads the library once; a failed load is retried by the next call. */
function loadClient(): Promise<OidcClient> {
  loading ??= import('oidc-client-ts').then(
    ({ OidcClient: Client, WebStorageStateStore: Store }) =>
      new Client({
        authority: config.issuer,
        client_id: config.clientId,
        redirect_uri: `${origin}/login`,
        response_type: 'code',
        scope: 'openid email profile',
        stateStore: new Store({ store: localStorage, prefix: providerPrefix }),
        requestTimeoutInSeconds: requestTimeoutSeconds,
      }),
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** Stored while the person is at the provider. */
const PendingSignIn = v.object({
  /** The path of this app to return to, not validated. */
  returnTo: v.string(),
  /** The id of the member whose sign-in is renewed without asking; nobody else may come back. */
  renews: v.exactOptional(v.string()),
})
type PendingSignIn = v.InferOutput<typeof PendingSignIn>

const Claims = v.object({
  sub: v.string(),
  email: v.pipe(v.string(), v.email()),
  email_verified: v.optional(v.boolean(), false),
})

/** Throws if a claim that the club needs is missing. */
function identityOf(response: SigninResponse): Identity {
  const claims = v.parse(Claims, response.profile)
  const idToken = v.parse(v.string(), response.id_token)
  return { subject: claims.sub, email: claims.email, emailVerified: claims.email_verified, idToken }
}

export interface SignInRequest {
  lang: Language
  pending: PendingSignIn
  /**
   * How the provider asks: to create an account, for the password even if it has a session, or not at all. Undefined:
   * where it does not know the person.
   */
  prompt: 'create' | 'login' | 'none' | undefined
  /** Whether an earlier sign-in has expired, which the built-in provider tells the person. */
  expired: boolean
  /** The email address to begin with. */
  hint: string | undefined
  /** The way to join that the page to return to is about. */
  joining?: FormType | undefined
  /** The points of tickets that wait on this device for whoever signs in: 0 where they are not known. */
  waiting?: number | undefined
}

/** Redirects to the provider. Rejects if it cannot be reached; otherwise the page is left. */
export async function redirectToProvider({
  lang,
  pending,
  prompt,
  expired,
  hint,
  joining,
  waiting,
}: SignInRequest): Promise<void> {
  const client = await loadClient()
  await client.clearStaleState()
  const { url, state } = await client.createSigninRequest({
    state: pending,
    nonce: crypto.randomUUID(),
    ui_locales: languageTags[lang],
    ...(prompt && { prompt }),
    // Other providers ignore a parameter that they don't know (RFC 6749, section 3.1).
    extraQueryParams: {
      ...(expired && { reason: 'expired' }),
      ...(joining && { joining }),
      ...(waiting !== undefined && { waiting: waiting > 0 ? String(waiting) : 'tickets' }),
    },
    ...(hint !== undefined && { login_hint: hint }),
  })
  if (prompt !== 'create' && prompt !== 'login') proveSignIn(state.id)
  // Takes the place of `/login` in the history: going back from the provider leads to the page before it.
  location.replace(url)
}

/**
 * Proves to the built-in provider, for the request with this state, that this app holds a sign-in: in a cookie, because
 * addresses end up in logs and histories. The provider deletes it; where it is not reached, it ends by itself.
 */
function proveSignIn(state: string): void {
  const token = storedToken()
  if (externalProviderHost !== null || token === null) return
  const secure = isSecureContext && location.protocol === 'https:' ? '; secure' : ''
  const { pathname } = new URL(config.issuer)
  document.cookie = `${proofCookie(state)}=${token}; path=${pathname}; max-age=60; samesite=strict${secure}`
}

/**
 * The pending sign-in of a callback; also after an error of the provider. Null if it belongs to none of this browser,
 * or the library cannot be loaded. Never rejects.
 *
 * @param url the whole callback URL
 */
export async function readPendingSignIn(url: string): Promise<PendingSignIn | null> {
  try {
    const { state } = await (await loadClient()).readSigninResponseState(url)
    return v.parse(PendingSignIn, state.data)
  } catch {
    return null
  }
}

/** `expired`: the callback belongs to no pending sign-in of this browser, or the provider refuses its code. */
type CompletedSignIn = { kind: 'completed'; identity: Identity } | { kind: 'expired' | 'unreachable' }

/**
 * Completes a pending sign-in. Never rejects.
 *
 * @param url the whole callback URL
 */
export async function completeProviderSignIn(url: string): Promise<CompletedSignIn> {
  try {
    const client = await loadClient()
    if ((await readPendingSignIn(url)) === null) return { kind: 'expired' }
    return { kind: 'completed', identity: identityOf(await client.processSigninResponse(url)) }
  } catch (error) {
    return { kind: isRefusal(error) ? 'expired' : 'unreachable' }
  }
}

/** Errors with which the provider says that the person has to be asked (OpenID Connect Core, 3.1.2.6). */
const asksThePerson = ['login_required', 'interaction_required', 'account_selection_required', 'consent_required']

/** Whether this error of a callback ends an attempt to sign in without asking. */
export function needsThePerson(error: string): boolean {
  return asksThePerson.includes(error)
}

/**
 * Errors after which the person has to sign in (RFC 6749, 4.1.2.1 and 5.2). After any other a retry may help: a gateway
 * in between answers with words of its own.
 */
const refusals = new Set([
  ...asksThePerson,
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'access_denied',
])

/**
 * Whether the provider refused (RFC 6749, section 5.2). Recognised by name, because the library's classes are loaded
 * lazily.
 */
function isRefusal(error: unknown): boolean {
  if (v.is(v.object({ name: v.literal('ErrorResponse'), error: v.string() }), error)) return refusals.has(error.error)
  return v.isValiError(error)
}

/** Whether the provider answers now. Never rejects. */
export async function isProviderReachable(): Promise<boolean> {
  try {
    await (await loadClient()).metadataService.getMetadata()
    return true
  } catch {
    return false
  }
}

/**
 * The URL that ends the provider's session and returns to `/` (OpenID Connect RP-Initiated Logout 1.0).
 *
 * It names the client but carries no `id_token_hint`, because URLs end up in logs and histories. The built-in provider
 * sees that the request comes from its own origin; an external one may ask for confirmation.
 *
 * @throws if the provider cannot be reached
 */
export async function endSessionAddress(lang: Language): Promise<string> {
  const metadata = await (await loadClient()).metadataService.getMetadata()
  const address = new URL(v.parse(v.string(), metadata.end_session_endpoint))
  address.searchParams.set('client_id', config.clientId)
  address.searchParams.set('post_logout_redirect_uri', `${origin}/`)
  address.searchParams.set('ui_locales', languageTags[lang])
  return address.href
}
