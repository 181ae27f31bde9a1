import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { languageTags } from '#contract/language.ts'
import { proofCookie } from '#contract/member/auth.ts'
import { maxIdTokenAge, maxSignInDays } from '#server/domain/signIn.ts'
import { isBrokenConnection } from '#server/http/network/brokenConnection.ts'
import { renderPage } from '#server/pages/rendering.ts'
import type { Log } from '#server/http/log.ts'
import { isDatabaseUnavailable } from '#server/store/connection/databaseErrors.ts'
import { sha256 } from '#server/store/hash.ts'
import type { Database } from '#server/store/tables.ts'
import { findAccount } from '#server/store/identity/accounts.ts'
import { isOfOpenFamily } from '#server/store/sessions/sessionFamilies.ts'
import type { IdentityKeys } from './keys.ts'
import { chooseLanguage, supportedLocales } from './languages.ts'
import { clientId, grantClaim, identityPath, issuerAt } from './issuer.ts'
import { payloadAdapter } from './payloads.ts'
import { pageContext, sessionCookie, signOut } from './signOut.ts'

const scopes = 'openid email profile'
const minute = 60
const day = 24 * 60 * minute
/** A sign-in ends after this, however often it is renewed. */
const maxSignIn = maxSignInDays * day

interface ProviderOptions {
  db: Kysely<Database>
  origin: string
  keys: IdentityKeys
  /** Days for which a sign-in lasts without being renewed. */
  tokenDays: number
  log: Log
}

/**
 * Whether the app proves that it still holds the sign-in which this session has opened. The session's cookie outlives a
 * sign-out that was made without a network, and whatever else a browser has deleted.
 */
async function isProved(db: Kysely<Database>, { oidc, cookies }: KoaContextWithOIDC): Promise<boolean> {
  const state = oidc.params?.['state']
  // As oidc-client-ts makes them; what is no name of a cookie proves nothing.
  if (typeof state !== 'string' || !/^[\w-]{1,64}$/.test(state)) return false
  const name = proofCookie(state)
  const token = cookies.get(name, { signed: false })
  if (token === undefined) return false
  cookies.set(name, null, { path: identityPath, signed: false })
  const grantId = oidc.client && oidc.session?.grantIdFor(oidc.client.clientId)
  if (!grantId) return false
  return await isOfOpenFamily(db, { tokenHash: sha256(token), grant: sha256(grantId), now: new Date() })
}

/**
 * `prompt=create` opens the page that creates an account (OpenID Connect Prompt Create 1.0). Consent is never asked
 * for. The password is, unless it was typed for this request, or the app proves that it is signed in.
 */
function promptPolicy(db: Kysely<Database>): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  policy.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0)
  const isUnproved = async (ctx: KoaContextWithOIDC) => {
    const { session, result } = ctx.oidc
    return Boolean(session?.accountId) && !result?.login && !(await isProved(db, ctx))
  }
  const { Check } = interactionPolicy
  policy.get('login')?.checks.add(new Check('unproved', 'The app proves no sign-in', 'login_required', isUnproved))
  return policy
}

/**
 * The club's own app needs no consent: its grant is created when it is first missing. Whoever has typed the password
 * gets a new one: an earlier sign-in of this browser may still have to be ended, and must not end this one.
 */
async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const { session, client, provider } = oidc
  if (!session?.accountId || !client) return undefined
  const grantId = oidc.result?.login ? undefined : session.grantIdFor(client.clientId)
  const known = grantId ? await provider.Grant.find(grantId) : undefined
  if (known?.accountId === session.accountId) return known
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
  grant.addOIDCScope(scopes)
  await grant.save()
  return grant
}

const interactionPath = (uid: string) => `${identityPath}/interaction/${uid}`

const interactionCookie = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true } as const

function configuration(options: ProviderOptions): Configuration {
  const { db, origin, keys, tokenDays } = options
  const signInLasts = tokenDays * day
  return {
    adapter: payloadAdapter(db),
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        // However often the app renews a sign-in without asking.
        default_max_age: maxSignIn,
        redirect_uris: [`${origin}/login`],
        post_logout_redirect_uris: [`${origin}/`],
      },
    ],
    jwks: { keys: keys.signing },
    cookies: {
      keys: keys.cookies,
      names: { session: 'club-identity', interaction: 'club-interaction', resume: 'club-resume' },
      long: sessionCookie,
      // Its path is that of one interaction: several windows can sign in at once.
      short: interactionCookie,
    },
    claims: { openid: ['sub', 'jti', grantClaim], email: ['email', 'email_verified'], profile: ['locale'] },
    scopes: scopes.split(' '),
    // The app reads address and verification from the id_token, and so does the API.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    // Why the app asks, how the person joins, and the tickets that wait for them: for the words of the pages.
    extraParams: ['reason', 'joining', 'waiting'],
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: (_ctx, from) => from === origin,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => signOut(ctx, form, options.origin),
        async postLogoutSuccessSource(ctx) {
          ctx.body = await renderPage(pageContext(ctx, options.origin), 'PlainPage', { about: 'signedOut' })
        },
      },
    },
    discovery: { ui_locales_supported: supportedLocales },
    interactions: { policy: promptPolicy(db), url: (_ctx, { uid }) => interactionPath(uid) },
    loadExistingGrant,
    async findAccount(_ctx, id, token) {
      const account = await findAccount(db, id)
      if (!account) return undefined
      const { email, emailVerified, language } = account
      const grant = token && 'grantId' in token && token.grantId ? { [grantClaim]: sha256(token.grantId) } : {}
      const claims = { sub: id, email, email_verified: emailVerified, locale: languageTags[language], ...grant }
      // Two id_tokens of one second would be the same text, and the club accepts each once.
      return { accountId: id, claims: () => ({ ...claims, jti: randomUUID() }) }
    },
    ttl: {
      AccessToken: 10 * minute,
      AuthorizationCode: minute,
      IdToken: maxIdTokenAge,
      Interaction: 60 * minute,
      Session: signInLasts,
      Grant: maxSignIn,
    },
    async renderError(ctx, out, error) {
      const context = pageContext(ctx, options.origin)
      ctx.type = 'html'
      if (out.error === 'server_error') {
        ctx.body = await renderPage(context, 'PlainPage', { about: 'unavailable' })
        return
      }
      options.log.info(`The identity provider refused a request: ${out.error}`)
      const expired = error instanceof errors.SessionNotFound
      ctx.body = await (expired
        ? renderPage(context, 'PageExpiredPage', {})
        : renderPage(context, 'PlainPage', { about: 'broken' }))
    },
  }
}

/** oidc-provider, configured for the club's own app only. Mounted by `identitySite.ts`. */
export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(issuerAt(options.origin), configuration(options))
  // The library leaves its cookie: after a sign-out, the device would still show that somebody has signed in.
  provider.on('interaction.ended', (ctx) => {
    const path = interactionPath(ctx.oidc.entities.Interaction?.uid ?? '')
    ctx.cookies.set(provider.cookieName('interaction'), null, { ...interactionCookie, path })
  })
  const report = (error: unknown, { req }: Pick<KoaContextWithOIDC, 'req'>) => {
    if (!isBrokenConnection(error, req)) options.log.error('The identity provider failed', error)
  }
  provider.on('server_error', (ctx, error) => {
    report(error, ctx)
    if (!isDatabaseUnavailable(error)) return
    ctx.status = 503
    ctx.set('Retry-After', '2')
  })
  // An address that the provider does not know, below its own: to a browser it says so as the club does.
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.status !== 404 || ctx.body !== undefined || ctx.accepts('json', 'html') !== 'html') return
    const language = chooseLanguage(ctx.query['lang'], ctx.get('accept-language'))
    const context = { language, origin: options.origin, inLanguage: null }
    ctx.type = 'html'
    ctx.body = await renderPage(context, 'PlainPage', { about: 'unknownAddress' })
    ctx.status = 404
  })
  // `proxy`: only `mountProvider` sets the headers that carry the public origin.
  return Object.assign(provider, { proxy: true, onerror: report })
}
