import * as v from 'valibot'
import type { OidcClient, User, UserManager, UserManagerSettings } from 'oidc-client-ts'
import { languageTags, type Language } from '#contract/language.ts'
import { config, origin } from '#src/config.ts'
import type { Identity } from './exchange.ts'
import { providerPrefix } from './storedSession.ts'
import { unwrittenTokens } from './providerTokens.ts'

/**
 * The identity provider, through oidc-client-ts: authorization code with PKCE, refresh tokens, a public client.
 *
 * The library is a chunk of its own, loaded only to sign in, renew and sign out. Its tokens outlive the page (`providerTokens.ts`),
 * because an installed app that was closed must be able to renew: with sessionStorage it would ask for the password at every start.
 * Pending sign-ins are stored in localStorage. The library's automatic renewal is off (`sessionRenewal.ts` coordinates it across tabs),
 * and no hidden frame is used.
 */

/** The host of an external identity provider; null when members sign in at the built-in one. */
export const externalProviderHost = config.issuer === `${origin}/identity` ? null : new URL(config.issuer).host

/** How long the provider may take to answer, in seconds. */
const requestTimeoutSeconds = 10
/** How long it may take to revoke a token at sign-out, in milliseconds. */
const revocationTimeoutMs = 4_000

type Library = typeof import('oidc-client-ts')
type TokenStore = typeof import('./providerTokenStore.ts')

/** The library's two classes: the manager changes the sign-in, the client reads without side effects. */
interface OidcLibrary extends Pick<TokenStore, 'rewriteTokens' | 'discardSignIn'> {
  manager: UserManager
  /** For renewals, which store their tokens only in place of those that they were made with. */
  renewals: UserManager
  client: OidcClient
}

let loading: Promise<OidcLibrary> | undefined

/** Loads the library once; a failed load is retried by the next call. */
function loadOidc(): Promise<OidcLibrary> {
  loading ??= Promise.all([import('oidc-client-ts'), import('./providerTokenStore.ts')]).then(
    configure,
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

function configure([library, tokenStore]: [Library, TokenStore]): OidcLibrary {
  const { OidcClient, UserManager, WebStorageStateStore } = library
  const { providerTokens, renewedTokens, rewriteTokens, discardSignIn } = tokenStore
  const settings: UserManagerSettings = {
    authority: config.issuer,
    client_id: config.clientId,
    redirect_uri: `${origin}/login`,
    response_type: 'code',
    scope: 'openid email profile offline_access',
    userStore: providerTokens,
    stateStore: new WebStorageStateStore({ store: localStorage, prefix: providerPrefix }),
    automaticSilentRenew: false,
    monitorSession: false,
    // The revocation answer is text/plain, which the library treats as an error: see `endProviderSession`.
    revokeTokensOnSignout: false,
    requestTimeoutInSeconds: requestTimeoutSeconds,
  }
  return {
    manager: new UserManager(settings),
    renewals: new UserManager({ ...settings, userStore: renewedTokens }),
    client: new OidcClient(settings),
    rewriteTokens,
    discardSignIn,
  }
}

/** Stored while the person is at the provider. */
const PendingSignIn = v.object({ returnTo: v.optional(v.string()) })

const Claims = v.object({
  sub: v.string(),
  email: v.pipe(v.string(), v.email()),
  email_verified: v.optional(v.boolean(), false),
})

/** Throws if a claim that the club needs is missing. */
function identityOf(user: User): Identity {
  const claims = v.parse(Claims, user.profile)
  const idToken = v.parse(v.string(), user.id_token)
  return { subject: claims.sub, email: claims.email, emailVerified: claims.email_verified, idToken }
}

export interface SignInOptions {
  lang: Language
  /** The path of this app to return to. */
  returnTo: string
  /** Whether to create an account. */
  create: boolean
  /** Whether an earlier sign-in has expired, which the built-in provider tells the person. */
  expired?: boolean
  /** The email address to begin with. */
  hint?: string | undefined
  /** Whether the provider must ask for the password even if it has a session. */
  reauthenticate: boolean
}

/** Redirects to the provider's sign-in page. Rejects if the provider cannot be reached; otherwise the page is left. */
export async function redirectToProvider({
  lang,
  returnTo,
  create,
  expired,
  hint,
  reauthenticate,
}: SignInOptions): Promise<void> {
  const { manager } = await loadOidc()
  await manager.clearStaleState()
  // Fetched first: if it fails inside `signinRedirect`, the library stops everything that the page is loading.
  await manager.metadataService.getMetadata()
  const prompt = create ? 'create' : reauthenticate ? 'login' : undefined
  await manager.signinRedirect({
    state: { returnTo } satisfies v.InferInput<typeof PendingSignIn>,
    // Replaces `/login` in the history: going back from the provider leads to the page before it.
    redirectMethod: 'replace',
    nonce: crypto.randomUUID(),
    ui_locales: languageTags[lang],
    ...(prompt && { prompt }),
    // Other providers ignore a parameter that they don't know (RFC 6749, section 3.1).
    ...(expired && { extraQueryParams: { reason: 'expired' } }),
    ...(hint !== undefined && { login_hint: hint }),
  })
}

/**
 * The return path of a pending sign-in, not validated; also after an error of the provider. Undefined if the callback belongs to no
 * pending sign-in of this browser. Never rejects.
 *
 * @param url the whole callback URL
 */
export async function readReturnTarget(url: string): Promise<unknown> {
  try {
    const { client } = await loadOidc()
    const { state } = await client.readSigninResponseState(url)
    return v.parse(PendingSignIn, state.data).returnTo
  } catch {
    return undefined
  }
}

/** `expired`: the callback belongs to no pending sign-in of this browser, or the provider refuses its code. `storage`: the tokens could not be stored. */
export type CompletedSignIn =
  { kind: 'completed'; identity: Identity } | { kind: 'expired' | 'unreachable' | 'storage' }

/**
 * Completes a pending sign-in. Never rejects.
 *
 * @param url the whole callback URL
 */
export async function completeProviderSignIn(url: string): Promise<CompletedSignIn> {
  try {
    const { manager, client } = await loadOidc()
    const isPending = await client.readSigninResponseState(url).then(
      () => true,
      () => false,
    )
    if (!isPending) return { kind: 'expired' }
    const user = await manager.signinRedirectCallback(url)
    return unwrittenTokens.size > 0 ? { kind: 'storage' } : { kind: 'completed', identity: identityOf(user) }
  } catch (error) {
    return { kind: isRefusal(error) ? 'expired' : 'unreachable' }
  }
}

export type RenewedIdentity =
  | { kind: 'renewed'; identity: Identity }
  /** The provider requires the person to sign in. */
  | { kind: 'refused' }
  /** No answer, from the provider or from this browser's storage; or the tokens were replaced meanwhile. */
  | { kind: 'unreachable' }

/**
 * Errors after which the person has to sign in (RFC 6749, 4.1.2.1 and 5.2; OpenID Connect Core, 3.1.2.6). After any other a retry may help: a
 * gateway in between answers with words of its own.
 */
const refusals = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'access_denied',
  'login_required',
  'interaction_required',
  'account_selection_required',
  'consent_required',
])

/**
 * Renews with the refresh token, which the provider rotates: only one tab may renew at a time. A token whose successor could not be stored is
 * not spent.
 */
export async function renewIdentity(): Promise<RenewedIdentity> {
  try {
    const { renewals, rewriteTokens } = await loadOidc()
    if (!(await rewriteTokens())) return { kind: 'unreachable' }
    const current = await renewals.getUser()
    if (!current?.refresh_token) return { kind: 'refused' }
    const user = await renewals.signinSilent({ silentRequestTimeoutInSeconds: requestTimeoutSeconds })
    return user ? { kind: 'renewed', identity: identityOf(user) } : { kind: 'refused' }
  } catch (error) {
    return { kind: isRefusal(error) ? 'refused' : 'unreachable' }
  }
}

/** Whether the provider refused (RFC 6749, section 5.2). Recognised by name, because the library's classes are loaded lazily. */
function isRefusal(error: unknown): boolean {
  if (v.is(v.object({ name: v.literal('ErrorResponse'), error: v.string() }), error)) return refusals.has(error.error)
  return v.isValiError(error)
}

/** Deletes the provider's tokens of this page's sign-in, after the club has refused it or they could not be stored. Never rejects. */
export async function discardProviderSignIn(): Promise<void> {
  try {
    await (await loadOidc()).discardSignIn()
  } catch {
    // Without the library, this page has stored none.
  }
}

/**
 * Revokes the refresh token and builds the URL that ends the provider's session (OpenID Connect RP-Initiated Logout 1.0).
 *
 * The URL names the client but carries no `id_token_hint`, because URLs end up in logs and histories. The built-in provider sees that
 * the request comes from its own origin; an external one may ask for confirmation.
 *
 * @returns the end-session URL, which returns to `/`
 * @throws if the provider cannot be reached
 */
export async function endProviderSession(refreshToken: string | undefined, lang: Language): Promise<string> {
  const { manager } = await loadOidc()
  const metadata = await manager.metadataService.getMetadata()
  if (metadata.revocation_endpoint && refreshToken !== undefined) {
    const body = new URLSearchParams({
      token: refreshToken,
      token_type_hint: 'refresh_token',
      client_id: config.clientId,
    })
    const signal = AbortSignal.timeout(revocationTimeoutMs)
    await fetch(metadata.revocation_endpoint, { method: 'POST', body, signal, credentials: 'omit' })
  }
  const address = new URL(v.parse(v.string(), metadata.end_session_endpoint))
  address.searchParams.set('client_id', config.clientId)
  address.searchParams.set('post_logout_redirect_uri', `${origin}/`)
  address.searchParams.set('ui_locales', languageTags[lang])
  return address.href
}
