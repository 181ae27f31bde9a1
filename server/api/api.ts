import { Hono } from 'hono'
import { pathOf } from '#contract/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import { keysOf } from '#contract/keysOf.ts'
import { accountHandlers } from '#server/handlers/account.ts'
import { authHandlers } from '#server/handlers/auth.ts'
import { boxOfficeHandlers } from '#server/handlers/boxOffice.ts'
import { contentHandlers } from '#server/handlers/content.ts'
import { eventHandlers } from '#server/handlers/events.ts'
import type { Handler } from '#server/handlers/handler.ts'
import { memberHandlers } from '#server/handlers/member.ts'
import { milesHandlers } from '#server/handlers/miles.ts'
import { paymentHandlers } from '#server/handlers/payment.ts'
import { registrationHandlers } from '#server/handlers/registration.ts'
import { rewardHandlers } from '#server/handlers/rewards.ts'
import { scanHandlers } from '#server/handlers/scan.ts'
import { upgradeHandlers } from '#server/handlers/upgrades.ts'
import { actHandlers } from '#server/handlers/staff/actHandlers.ts'
import { applicationHandlers } from '#server/handlers/staff/applicationHandlers.ts'
import { contentHandlers as staffContentHandlers } from '#server/handlers/staff/contentHandlers.ts'
import { counterHandlers } from '#server/handlers/staff/counterHandlers.ts'
import { eventHandlers as staffEventHandlers } from '#server/handlers/staff/eventHandlers.ts'
import { figureHandlers } from '#server/handlers/staff/figureHandlers.ts'
import { mailHandlers } from '#server/handlers/staff/mailHandlers.ts'
import { keyHandlers } from '#server/handlers/staff/keyHandlers.ts'
import { linkHandlers } from '#server/handlers/staff/linkHandlers.ts'
import { memberHandlers as staffMemberHandlers } from '#server/handlers/staff/memberHandlers.ts'
import { passkeyHandlers } from '#server/handlers/staff/passkeyHandlers.ts'
import { peopleHandlers } from '#server/handlers/staff/peopleHandlers.ts'
import { sendingHandlers } from '#server/handlers/staff/sendingHandlers.ts'
import { ticketHandlers } from '#server/handlers/staff/ticketHandlers.ts'
import { todayHandlers } from '#server/handlers/staff/todayHandlers.ts'
import { signInHandlers } from '#server/handlers/signIns.ts'
import { passwordHandlers } from '#server/handlers/password.ts'
import { socialLoginHandlers } from '#server/handlers/socialLogin.ts'
import { publicSource } from '#server/http/files/publicBody.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { hasRightCode } from '#server/services/membership/oldMembers.ts'
import { findPublicVersion } from '#server/store/publicVersion.ts'
import type { Bindings } from '#server/http/network/bindings.ts'
import { limitConcurrency } from '#server/http/limitConcurrency.ts'
import { endpointRoute, type RouteOptions } from './endpointRoute.ts'
import { openApiDocument, openApiPage, openApiPagePath, openApiPath } from './openApi.ts'
import { cachePublicAnswers } from './publicAnswers.ts'
import { callLimits } from './rateLimits.ts'
import { findIdempotencyKey, keyHeader } from './requests.ts'
import { errorResponse, publicResponse, responseToError } from './responses.ts'
import { limitBody } from './uploads.ts'

/** A handler for every endpoint of the contract; a missing one does not compile. */
const handlers: { [N in EndpointName]: Handler<Endpoints[N]> } = {
  ...authHandlers,
  ...accountHandlers,
  ...passwordHandlers,
  ...signInHandlers,
  ...socialLoginHandlers,
  ...memberHandlers,
  ...registrationHandlers,
  ...scanHandlers,
  ...contentHandlers,
  ...rewardHandlers,
  ...milesHandlers,
  ...eventHandlers,
  ...paymentHandlers,
  ...upgradeHandlers,
  ...boxOfficeHandlers,
  ...todayHandlers,
  ...staffMemberHandlers,
  ...applicationHandlers,
  ...sendingHandlers,
  ...counterHandlers,
  ...staffEventHandlers,
  ...staffContentHandlers,
  ...ticketHandlers,
  ...figureHandlers,
  ...linkHandlers,
  ...actHandlers,
  ...peopleHandlers,
  ...keyHandlers,
  ...mailHandlers,
  ...passkeyHandlers,
}

interface ApiOptions extends Omit<RouteOptions, 'limits' | 'publicAnswers'> {
  /** The slug that replaces `{product}` in the contract's paths. */
  product: string
  rateLimiter: RateLimiter
  /** How many seconds public answers may be kept (`CACHE_SECONDS`). */
  cacheSeconds: number
}

/** The API: every endpoint of the contract below `/api`, and a JSON error for every other address there. */
export function createApi({ product, rateLimiter, cacheSeconds, ...options }: ApiOptions): Hono<Bindings> {
  const api = new Hono<Bindings>()
  const publicAnswers = cachePublicAnswers({ readVersion: () => findPublicVersion(options.db), seconds: cacheSeconds })
  const limits = callLimits(rateLimiter, (claim) => hasRightCode(options.db, claim, options.clock()))
  const routeOptions = { ...options, publicAnswers, limits }
  const mount = <N extends EndpointName>(name: N, endpoint: Endpoints[N]) => {
    const { method } = endpoint
    const path = pathOf(endpoint, product)
    api.on(method, path, limitBody(endpoint), endpointRoute(name, handlers[name], routeOptions))
    const allowed = method === 'GET' ? 'GET, HEAD' : method
    api.all(path, () => errorResponse(405, { message: `This address takes ${allowed}` }, { Allow: allowed }))
  }

  // An answer names the call that it belongs to: a proxy or a cache may mix answers up. What caches share names none: a
  // stranger's key would make it foreign to everybody else.
  api.use(async (c, next) => {
    await next()
    const key = findIdempotencyKey(c)
    // On the response as it is: "c.header" would make a new one, with its body as a stream.
    if (key !== null && c.req.method === 'POST') c.res.headers.set(keyHeader, key)
  })
  api.use(limitConcurrency(options.trustProxy))
  for (const name of keysOf(endpoints)) mount(name, endpoints[name])
  const document = openApiDocument({ origin: options.dependencies.origin, product })
  const documentText = publicSource(JSON.stringify(document))
  api.get(openApiPath, (c) => publicResponse(documentText, c, { vary: null }))
  if (options.validateAnswers) api.get(openApiPagePath, (c) => c.html(openApiPage(document)))
  api.all('/api/*', () => errorResponse(404, { message: 'There is nothing at this address' }))
  api.onError((error, c) => responseToError(error, c, options.log))
  return api
}
