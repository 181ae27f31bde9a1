import * as v from 'valibot'
import type { User, UserManager } from 'oidc-client-ts'
import { languageTags, type Language } from '#contract/language.ts'
import { config } from '#src/config.ts'
import type { Identity } from './exchange.ts'
import { providerPrefix } from './kept.ts'

/**
 * The identity provider, through oidc-client-ts: authorization code with PKCE, refresh tokens, one client without a secret.
 *
 * The library is a chunk of its own that only signing in, renewing and signing out load. Its tokens lie in localStorage beside the club
 * token, because an installed app that was closed must be able to renew: sessionStorage would ask for the password at every opening. Nothing
 * renews by itself (`session.ts` orders that across tabs), and no hidden frame is ever used.
 */

/** How long the provider may take for an answer, in seconds. */
const patience = 10

type Library = typeof import('oidc-client-ts')

let opened: Promise<UserManager> | undefined

/** The library's manager, loaded once; a chunk that could not be loaded is asked for again the next time. */
function open(): Promise<UserManager> {
  opened ??= import('oidc-client-ts').then(managerOf).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

function managerOf({ UserManager, WebStorageStateStore }: Library): UserManager {
  const store = () => new WebStorageStateStore({ store: localStorage, prefix: providerPrefix })
  return new UserManager({
    authority: config.issuer,
    client_id: config.clientId,
    redirect_uri: `${location.origin}/login`,
    response_type: 'code',
    scope: 'openid email profile offline_access',
    userStore: store(),
    stateStore: store(),
    automaticSilentRenew: false,
    monitorSession: false,
    // The revocation answer is text/plain, which the library takes for an error: see `leaveProvider`.
    revokeTokensOnSignout: false,
    requestTimeoutInSeconds: patience,
  })
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

export interface SignInWishes {
  lang: Language
  /** Where to go afterwards: a path of this app. */
  returnTo: string
  /** Whether the person wants a new account. */
  create: boolean
  /** Whether the provider must ask for the password, whoever it thinks is there. */
  askPassword: boolean
}

/** Leaves the page for the provider's sign-in. Rejects where the provider cannot be reached; otherwise the page is gone. */
export async function goToProvider({ lang, returnTo, create, askPassword }: SignInWishes): Promise<void> {
  const manager = await open()
  await manager.clearStaleState()
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
 * Reads what the provider sent the person back with.
 *
 * @param url the whole address of the return
 * @returns who signed in, and the path that was asked for at the start (not yet judged)
 * @throws where the address belongs to no sign-in of this browser, or the provider refuses the code
 */
export async function readProviderReturn(url: string): Promise<{ identity: Identity; returnTo: unknown }> {
  const manager = await open()
  const user = await manager.signinRedirectCallback(url)
  const journey = v.safeParse(Journey, user.state)
  return { identity: identityOf(user), returnTo: journey.success ? journey.output.returnTo : undefined }
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
    const manager = await open()
    const before = await manager.getUser()
    if (!before?.refresh_token) return { kind: 'refused' }
    const user = await manager.signinSilent({ silentRequestTimeoutInSeconds: patience })
    return user ? { kind: 'renewed', identity: identityOf(user) } : { kind: 'refused' }
  } catch (error) {
    return { kind: isRefusal(error) ? 'refused' : 'unreachable' }
  }
}

/** An answer of the provider that says no (RFC 6749, section 5.2), told apart by its name because the library is loaded lazily. */
function isRefusal(error: unknown): boolean {
  if (v.is(v.object({ name: v.literal('ErrorResponse'), error: v.string() }), error))
    return !passingErrors.has(error.error)
  return v.isValiError(error)
}

/** What signing out needs of the provider after everything here has been forgotten. */
export interface ProviderTokens {
  refreshToken: string | undefined
  idToken: string | undefined
}

/** The provider's tokens as they are kept here; none where they cannot be read. */
export async function readProviderTokens(): Promise<ProviderTokens> {
  try {
    const manager = await open()
    const user = await manager.getUser()
    return { refreshToken: user?.refresh_token, idToken: user?.id_token }
  } catch {
    return { refreshToken: undefined, idToken: undefined }
  }
}

/**
 * Has the provider forget the refresh token, and finds the way to end its own session.
 *
 * @returns leaves the page for the provider's end-session address
 * @throws where the provider cannot be reached
 */
export async function leaveProvider({ refreshToken, idToken }: ProviderTokens, lang: Language): Promise<() => void> {
  const manager = await open()
  const metadata = await manager.metadataService.getMetadata()
  if (metadata.revocation_endpoint && refreshToken !== undefined) {
    const body = new URLSearchParams({
      token: refreshToken,
      token_type_hint: 'refresh_token',
      client_id: config.clientId,
    })
    await fetch(metadata.revocation_endpoint, { method: 'POST', body, signal: AbortSignal.timeout(patience * 1000) })
  }
  const endpoint = v.parse(v.pipe(v.string(), v.url()), metadata.end_session_endpoint)
  return () => submitEndSession(new URL(endpoint), idToken, lang)
}

/**
 * Goes to the end-session address (OpenID Connect RP-Initiated Logout 1.0) by a form, so that the ID token does not stand in an address. A
 * provider of another site does not see its cookies with a form from here: it is asked by a link without the token, and may ask the person.
 */
function submitEndSession(endpoint: URL, idToken: string | undefined, lang: Language): void {
  const ownSite = endpoint.origin === location.origin
  const fields = {
    client_id: config.clientId,
    post_logout_redirect_uri: `${location.origin}/`,
    ui_locales: languageTags[lang],
    ...(ownSite && idToken !== undefined && { id_token_hint: idToken }),
  }
  const form = document.createElement('form')
  form.method = ownSite ? 'post' : 'get'
  form.action = endpoint.href
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
