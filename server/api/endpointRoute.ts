import type { Context } from 'hono'
import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import type { CallContext, Handler, Save } from '#server/handlers/handler.ts'
import type { HandlerDependencies } from '#server/handlers/handlerDependencies.ts'
import type { Bindings } from '#server/http/network/bindings.ts'
import { clientAddress, connectedAddress } from '#server/http/network/clientAddress.ts'
import { inAddressQueue } from '#server/identity/passwords/addressQueue.ts'
import { sha256 } from '#server/store/hash.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { authenticate, type Authentication, visitor } from './authenticate.ts'
import { runIdempotently } from './idempotency.ts'
import type { PublicAnswers } from './publicAnswers.ts'
import type { EnforceRateLimits } from './rateLimits.ts'
import { readIdempotencyKey, readRequest } from './requests.ts'
import { freshPublicResponse, privateResponse, publicResponse, textResponse } from './responses.ts'
import { inUpload, isUpload } from './uploads.ts'

/** What every endpoint's route works with. */
export interface RouteOptions {
  db: ConnectionPool
  dependencies: HandlerDependencies
  clock: () => Date
  enforceLimits: EnforceRateLimits
  publicAnswers: PublicAnswers
  /** How many proxies are in front (`TRUST_PROXY`). */
  trustProxy: number
  /** Whether to validate every answer against its schema before it is sent. */
  validateAnswers: boolean
}

const carriesToken = (c: Context) => c.req.header('authorization') !== undefined

/** Whether a call has what its endpoint's type promises the handler: a member. */
function isComplete<E extends Endpoint>(context: CallContext, endpoint: E): context is CallContext<E> {
  const needsMember = endpoint.access === 'member' || endpoint.access === 'verified'
  return !needsMember || (context.memberId !== null && context.token !== null)
}

/** Whether a handler resolved to the half of it that runs in a transaction: answers are JSON. */
function isSave(result: unknown): result is Save<Endpoint> {
  return typeof result === 'function'
}

/** The address that a call comes from: as limits count it, and in full. */
function addressesOf(c: Context<Bindings>, trustProxy: number): { limited: string; full: string } {
  const request = c.env?.incoming
  if (!request) return { limited: '', full: '' }
  return { limited: clientAddress(request, trustProxy), full: connectedAddress(request, trustProxy) }
}

function validated(endpoint: Endpoint, answer: unknown): unknown {
  const result = v.safeParse(endpoint.answer, answer)
  if (result.success) return answer
  const path = v.getDotPath(result.issues[0]) ?? 'answer'
  throw new Error(`The answer of ${endpoint.path} does not match its schema at ${path}`)
}

/**
 * The route of one endpoint: authenticate, parse, enforce rate limits, run the handler, save an endpoint's effect with
 * its key in one transaction, respond. What it throws becomes a response in `responseToError`.
 */
export function endpointRoute<N extends EndpointName>(
  name: N,
  handler: Handler<Endpoints[N]>,
  options: RouteOptions,
): (c: Context<Bindings>) => Promise<Response> {
  const endpoint: Endpoints[N] = endpoints[name]
  const declared: Endpoint = endpoint

  const answer = async (c: Context<Bindings>): Promise<unknown> => {
    const caller = await authenticate(endpoint, c, options.db, options.clock())
    const { memberId } = caller
    if (memberId === null || !isUpload(declared, c)) return answerTo(caller, c)
    return inUpload(declared, memberId, c, () => answerTo(caller, c))
  }

  const answerTo = async ({ memberId, token }: Authentication, c: Context<Bindings>): Promise<unknown> => {
    const now = options.clock()
    const { request, sent } = await readRequest(endpoint, c)
    const key = declared.idempotency === 'required' ? readIdempotencyKey(c) : null
    const address = addressesOf(c, options.trustProxy)
    await options.enforceLimits(name, request, { address: address.limited, memberId })

    const { db, dependencies } = options
    const context: CallContext = {
      db,
      memberId,
      token,
      now,
      dependencies,
      address: address.full,
      inAddressQueue: (work) => inAddressQueue(address.limited, work),
    }
    if (!isComplete(context, endpoint)) throw new Error(`${endpoint.path} was called without a member`)
    const checked = (given: unknown) => (options.validateAnswers ? validated(endpoint, given) : given)
    const result: unknown = await handler(request, context)
    if (key === null || memberId === null || !isSave(result)) return checked(result)

    const scope = { memberId, route: endpoint.path, key }
    const hashes = { sentHash: sha256(sent), bodyHash: sha256(JSON.stringify(request)) }
    return inTransaction(db, (transaction) =>
      runIdempotently(transaction, scope, hashes, now, async () =>
        checked(await result({ db: transaction, memberId, now, rules: dependencies.rules })),
      ),
    )
  }

  const vary = endpoint.access === 'optional' ? 'Authorization' : null

  const cachedResponse = async (c: Context<Bindings>): Promise<Response> => {
    const { publicAnswers } = options
    const { request } = await readRequest(endpoint, c)
    const source = await publicAnswers.find(name, request, () => answerTo(visitor, c))
    return publicResponse(source, c, { vary, sharedSeconds: publicAnswers.seconds })
  }

  return async (c) => {
    const isPublic = endpoint.access === 'public' || (endpoint.access === 'optional' && !carriesToken(c))
    if (isPublic && options.publicAnswers.isCached(name)) return cachedResponse(c)
    const sent = await answer(c)
    if (declared.encoding === 'form') return textResponse(sent)
    // What is counted is about a person.
    const isPersonal = declared.rate !== undefined
    if (endpoint.method !== 'GET' || !isPublic || isPersonal) return privateResponse(sent, c)
    return freshPublicResponse(sent, c, vary)
  }
}
