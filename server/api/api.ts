import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Kysely } from 'kysely'
import { pathOf } from '#contract/endpoint.ts'
import { requestLimit } from '#contract/errors.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import { errorAnswer } from './responses.ts'
import { createLimits, type RateLimits } from './rateLimits.ts'
import { type Bindings, serve } from './endpointRoute.ts'
import { authHandlers } from '#server/handlers/auth.ts'
import { contentHandlers } from '#server/handlers/content.ts'
import { eventHandlers } from '#server/handlers/events.ts'
import type { Handler } from '#server/handlers/handler.ts'
import { memberHandlers } from '#server/handlers/member.ts'
import { rewardHandlers } from '#server/handlers/rewards.ts'
import { scanHandlers } from '#server/handlers/scan.ts'
import type { Services } from '#server/handlers/handlerDependencies.ts'
import type { Log } from '#server/http/log.ts'
import type { Database } from '#server/store/tables.ts'

/** The handler of every endpoint of the contract: one that is missing does not compile. */
const handlers: { [N in EndpointName]: Handler<Endpoints[N]> } = {
  ...authHandlers,
  ...memberHandlers,
  ...scanHandlers,
  ...contentHandlers,
  ...rewardHandlers,
  ...eventHandlers,
}

export interface ApiOptions {
  db: Kysely<Database>
  services: Services
  /** The slug that stands for `{product}` in the contract's paths. */
  product: string
  clock: () => Date
  rateLimits: RateLimits
  /** How many proxies stand in front (`TRUST_PROXY`). */
  trustProxy: number
  log: Pick<Log, 'error'>
  /** Hold every answer against its schema before it is sent: for development and tests. */
  checkAnswers: boolean
}

/** The API: every endpoint of the contract below `/api`, and a JSON answer to everything else there. */
export function createApi(options: ApiOptions): Hono<Bindings> {
  const api = new Hono<Bindings>()
  const serving = { ...options, admit: createLimits(options.rateLimits) }
  const mount = <N extends EndpointName>(name: N, endpoint: Endpoints[N]) => {
    const { method } = endpoint
    const path = pathOf(endpoint, options.product)
    api.on(method, path, serve(name, handlers[name], serving))
    const allowed = method === 'GET' ? 'GET, HEAD' : method
    api.all(path, () => errorAnswer(405, { message: `This address takes ${allowed}` }, { Allow: allowed }))
  }

  api.use(
    '/api/*',
    bodyLimit({
      maxSize: requestLimit,
      onError: () => errorAnswer(413, { message: `The body is larger than ${requestLimit} bytes` }),
    }),
  )
  for (const name of Object.keys(endpoints).filter(isEndpointName)) mount(name, endpoints[name])
  api.all('/api/*', () => errorAnswer(404, { message: 'There is nothing at this address' }))
  return api
}

function isEndpointName(name: string): name is EndpointName {
  return name in endpoints
}
