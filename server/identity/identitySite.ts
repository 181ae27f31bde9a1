import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { Provider } from 'oidc-provider'
import type { Site } from '#server/http/network/bindings.ts'
import { isBrokenConnection } from '#server/http/network/brokenConnection.ts'
import { isCrossSite } from '#server/http/crossSite.ts'
import type { Log } from '#server/http/log.ts'
import { limitConcurrency } from '#server/http/limitConcurrency.ts'
import { isDatabaseUnavailable } from '#server/store/connection/databaseErrors.ts'
import type { PageContext } from '#server/pages/pageContext.ts'
import { renderPage } from '#server/pages/rendering.ts'
import { Overloaded } from '#server/gate/limiter.ts'
import { interactionPages } from './interactions.ts'
import { identityPath } from './issuer.ts'
import { chooseLanguage } from './languages.ts'
import { verifyEmailPages } from './email/verifyEmail.ts'
import type { InteractionOptions } from './visits.ts'

/** Our forms are small; larger bodies are rejected. */
const formLimit = 16 * 1024

/**
 * Whether oidc-provider stores a sign-in or a session for this address, which anybody may open. It folds letter case.
 */
function storesVisit(url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return /^\/identity\/(?:auth|session\/end)\/?$/i.test(path)
}

/** The app asks with less than half of it. What a request says is stored while a person signs in. */
const longestRequest = 2048

/** Why a request is refused before anything of it is stored; null when it is not. */
function refusalOf({ url = '', headers }: IncomingMessage): 400 | 413 | 414 | null {
  if (!/^\/identity\/auth\b/i.test(url)) return null
  // A NUL, which no database takes.
  if (url.includes('%00')) return 400
  if (url.length > longestRequest) return 414
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > longestRequest
    ? 413
    : null
}

/** Everything below `/identity`: our own pages first, then the endpoints of oidc-provider. */
export function identitySite(options: { interactions: InteractionOptions; trustProxy: number; log: Log }): Site {
  const { interactions, trustProxy, log } = options
  const { origin, provider, rateLimiter, clientAddress } = interactions
  const answer = mountProvider(provider, origin)
  const contextOf = (c: Context): PageContext => {
    const sources = [c.req.query('lang'), c.req.query('ui_locales'), c.req.header('accept-language')]
    return { language: chooseLanguage(...sources), origin, inLanguage: null }
  }
  const site: Site = new Hono()
  site.use(limitConcurrency(trustProxy))
  for (const path of [`${identityPath}/interaction/*`, `${identityPath}/verify-email/*`]) {
    site.use(path, bodyLimit({ maxSize: formLimit }), async (c, next) => {
      c.header('Cache-Control', 'no-store')
      if (c.req.method === 'POST' && isCrossSite(c.req.raw.headers, origin)) return c.text('Forbidden', 403)
      return next()
    })
  }
  site.use(`${identityPath}/*`, async (c, next) => {
    const status = refusalOf(c.env.incoming)
    if (status === null) return next()
    return c.html(renderPage(contextOf(c), 'PlainPage', { about: 'broken' }), status)
  })
  site.use(`${identityPath}/*`, async (c, next) => {
    if (!storesVisit(c.env.incoming.url ?? '')) return next()
    const waitSeconds = await rateLimiter.consume({ of: 'visit', address: clientAddress(c.env.incoming) })
    if (waitSeconds === 0) return next()
    return c.html(renderPage(contextOf(c), 'PlainPage', { about: 'tooManyVisits' }), 429, {
      'Retry-After': String(waitSeconds),
    })
  })
  site.route(`${identityPath}/interaction`, interactionPages(interactions))
  site.route(`${identityPath}/verify-email`, verifyEmailPages(interactions))
  site.all(`${identityPath}/*`, async (c) => {
    await answer(c.env.incoming, c.env.outgoing)
    return RESPONSE_ALREADY_SENT
  })
  site.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (isBrokenConnection(error, c.env.incoming)) return c.body(null, 400)
    const isBusy = error instanceof Overloaded
    if (isBusy) log.warn('More people sign in than this server can let in; some were asked to try again')
    else log.error('A page of the identity provider failed', error)
    const page = renderPage(contextOf(c), 'PlainPage', { about: 'unavailable' })
    return isBusy || isDatabaseUnavailable(error) ? c.html(page, 503, { 'Retry-After': '2' }) : c.html(page, 500)
  })
  return site
}

/**
 * oidc-provider as a listener for everything below `/identity`.
 *
 * It derives its addresses from the request, so each request is rewritten to the public origin, whatever host name or
 * proxy it came through. That keeps issuer, discovery document and cookies consistent.
 */
function mountProvider(provider: Provider, origin: string) {
  const answer = provider.callback()
  const { host, protocol } = new URL(origin)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const originalUrl = request.url ?? identityPath
    const url = originalUrl.slice(identityPath.length)
    delete request.headers['x-forwarded-host']
    request.headers.host = host
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    await answer(Object.assign(request, { originalUrl, url: url.startsWith('/') ? url : `/${url}` }), response)
  }
}
