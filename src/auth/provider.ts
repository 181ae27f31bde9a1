import * as v from 'valibot'
import type { OidcClient, User, UserManager, UserManagerSettings } from 'oidc-client-ts'
import { languageTags, type Language } from '#contract/language.ts'
import { config, origin } from '#src/config.ts'
import type { Identity } from './exchange.ts'
import { providerPrefix } from './storedSession.ts'
import { providerTokens } from './providerTokens.ts'

/**
 * The identity provider, through oidc-client-ts: authorization code with PKCE, refresh tokens, one client without a
 * secret.
 *
 * The library is a chunk of its own that only signing in, renewing and signing out load. Its tokens outlive the page
 * (`providerTokens.ts`), because an installed app that was closed must be able to renew: sessionStorage would ask for the
 * password at every opening. Sign-ins under way lie in localStorage. Nothing renews by itself (`session.ts` orders that across tabs), and no hidden frame
 * is ever used.
 */

/** The host at which members sign in and verify their address where that is not the club's own provider, else null. */
export const foreignProvider = config.issuer === `${origin}/identity` ? null : new URL(config.issuer).host

/** How long the provider may take for an answer, in seconds. */
const patience = 10
/** How long it may take to hear of a sign-out, in milliseconds. */
const farewellPatience = 4_000

type Library = typeof import('oidc-client-ts')

/** The library's two faces: the manager does what changes the sign-in, the client below it reads without changing anything. */
interface Opened {
  manager: UserManager
  client: OidcClient
}

let opened: Promise<Opened> | undefined

/** The library, loaded once; a chunk that could not be loaded is asked for again the next time. */
function open(): Promise<Opened> {
  opened ??= import('oidc-client-ts').then(openWith).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

function openWith({ OidcClient, UserManager, WebStorageStateStore }: Library): Opened {
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
    // The revocation answer is text/plain, which the library takes for an error: see `endProviderSession`.
    revokeTokensOnSignout: false,
    requestTimeoutInSeconds: patience,
  }
  return { manager: new UserManager(settings), client: new OidcClient(settings) }
}

/** What is kept while the person is at the provider. */
const Journey = v.object({ returnTo: v.optional(v.string()) })

const Claims = v.object({
  sub: v.string(),
  email: v.pipe(v.string(), v.email()),
  email_verified: v.optional(v.boolean(), false),
})

/** Throws where the provider's answer lacks what the club needs. */
function identityOf(user: User): Identity {
  const claims = v.parse(Claims, user.profile)
  const idToken = v.parse(v.string(), user.id_token)
  return { subject: claims.sub, email: claims.email, emailVerified: claims.email_verified, idToken }
}

export interface SignInOptions {
  lang: Language
  /** Where to go afterwards: a path of this app. */
  returnTo: string
  /** Whether the person wants a new account. */
  create: boolean
  /** Whether the provider must ask for the password, whoever it thinks is there. */
  askPassword: boolean
}

/**
 * Leaves the page for the provider's sign-in. Rejects where the provider cannot be reached; otherwise the page is gone.
 */
export async function redirectToProvider({ lang, returnTo, create, askPassword }: SignInOptions): Promise<void> {
  const { manager } = await open()
  await manager.clearStaleState()
  // Asked for first: where it fails inside `signinRedirect`, the library stops everything that the page is loading.
  await manager.metadataService.getMetadata()
  const prompt = create ? 'create' : askPassword ? 'login' : undefined
  await manager.signinRedirect({
    state: { returnTo } satisfies v.InferInput<typeof Journey>,
    // Takes the place of `/login` in the history: going back from the provider leads to the page before it.
    redirectMethod: 'replace',
    nonce: crypto.randomUUID(),
    ui_locales: languageTags[lang],
    ...(prompt && { prompt }),
  })
}

/**
 * The path that a sign-in was begun with (not yet judged), as long as it has not been completed: after an error of the
 * provider too. Undefined where the address belongs to no sign-in of this browser. Never throws.
 *
 * @param url the whole address of the return
 */
export async function readReturnTarget(url: string): Promise<unknown> {
  try {
    const { client } = await open()
    const { state } = await client.readSigninResponseState(url)
    return v.parse(Journey, state.data).returnTo
  } catch {
    return undefined
  }
}

/**
 * Reads who it is that the provider has sent back.
 *
 * @param url the whole address of the return
 * @throws where the address belongs to no sign-in of this browser, or the provider refuses the code
 */
export async function completeProviderSignIn(url: string): Promise<Identity> {
  const { manager } = await open()
  return identityOf(await manager.signinRedirectCallback(url))
}

export type RenewedIdentity =
  | { kind: 'renewed'; identity: Identity }
  /** The provider wants to see the person again. */
  | { kind: 'refused' }
  | { kind: 'unreachable' }

/** Errors after which trying again may help (RFC 6749, 4.1.2.1 and 5.2); every other one needs the person. */
const passingErrors = new Set(['temporarily_unavailable', 'server_error', 'slow_down'])

/** Asks for fresh tokens with the refresh token. The old one is spent: only one tab may ask at a time. */
export async function renewIdentity(): Promise<RenewedIdentity> {
  try {
    const { manager } = await open()
    const before = await manager.getUser()
    if (!before?.refresh_token) return { kind: 'refused' }
    const user = await manager.signinSilent({ silentRequestTimeoutInSeconds: patience })
    return user ? { kind: 'renewed', identity: identityOf(user) } : { kind: 'refused' }
  } catch (error) {
    return { kind: isRefusal(error) ? 'refused' : 'unreachable' }
  }
}

/**
 * An answer of the provider that says no (RFC 6749, section 5.2), told apart by its name because the library is loaded
 * lazily.
 */
function isRefusal(error: unknown): boolean {
  if (v.is(v.object({ name: v.literal('ErrorResponse'), error: v.string() }), error))
    return !passingErrors.has(error.error)
  return v.isValiError(error)
}

/** The provider's refresh token as it is kept here; undefined where there is none, or it cannot be read. */
export async function readRefreshToken(): Promise<string | undefined> {
  try {
    const { manager } = await open()
    return (await manager.getUser())?.refresh_token
  } catch {
    return undefined
  }
}

/**
 * Has the provider forget the refresh token, and finds the way to end its own session (OpenID Connect RP-Initiated
 * Logout 1.0).
 *
 * The way names the app but carries no ID token, because addresses end up in logs and histories. Our own provider sees
 * that the request comes from our own pages; another one may ask the person.
 *
 * @returns the provider's end-session address, which comes back to `/`
 * @throws where the provider cannot be reached
 */
export async function endProviderSession(refreshToken: string | undefined, lang: Language): Promise<string> {
  const { manager } = await open()
  const metadata = await manager.metadataService.getMetadata()
  if (metadata.revocation_endpoint && refreshToken !== undefined) {
    const body = new URLSearchParams({
      token: refreshToken,
      token_type_hint: 'refresh_token',
      client_id: config.clientId,
    })
    const signal = AbortSignal.timeout(farewellPatience)
    await fetch(metadata.revocation_endpoint, { method: 'POST', body, signal, credentials: 'omit' })
  }
  const address = new URL(v.parse(v.string(), metadata.end_session_endpoint))
  address.searchParams.set('client_id', config.clientId)
  address.searchParams.set('post_logout_redirect_uri', `${origin}/`)
  address.searchParams.set('ui_locales', languageTags[lang])
  return address.href
}
