import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import { type CallContext, type Handler, Refusal } from '#server/handlers/handler.ts'
import type { Services } from '#server/handlers/handlerDependencies.ts'
import { clientAddress } from '#server/http/clientAddress.ts'
import type { Log } from '#server/http/log.ts'
import { sha256 } from '#server/store/hash.ts'
import { findSession } from '#server/store/sessions.ts'
import { inTransaction } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { answerToFailure, privateAnswer, publicAnswer } from './responses.ts'
import type { Admit } from './rateLimits.ts'
import { answerOnce } from './idempotency.ts'
import { readIdempotencyKey, readRequest } from './requests.ts'

/** Bindings of the Node server; none where a request does not come over the network. */
export interface Bindings {
  Bindings: Partial<HttpBindings>
}

export interface Serving {
  db: Kysely<Database>
  services: Services
  clock: () => Date
  admit: Admit
  trustProxy: number
  log: Pick<Log, 'error'>
  /** Whether every answer is held against its schema before it is sent. */
  checkAnswers: boolean
}

interface Identified {
  memberId: string | null
  tokenHash: string | null
}

/** Who carries the bearer token. Public endpoints do not look; where a member is optional, no token is nobody. */
async function identify(endpoint: Endpoint, c: Context, { db }: Serving, now: Date): Promise<Identified> {
  if (endpoint.access === 'public') return { memberId: null, tokenHash: null }
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined) {
    if (endpoint.access === 'optional') return { memberId: null, tokenHash: null }
    throw new Refusal(401, { message: 'Please sign in' })
  }
  const tokenHash = sha256(token)
  const session = await findSession(db, tokenHash, now)
  if (!session) throw new Refusal(401, { message: 'Please sign in again' })
  if (!session.active) throw new Refusal(403, { message: 'inactive_account' })
  return { memberId: session.memberId, tokenHash }
}

const carriesToken = (c: Context) => c.req.header('authorization') !== undefined

/** Whether a call has what its endpoint promises the handler: a member, a transaction. */
function fits<E extends Endpoint>(context: CallContext, endpoint: E): context is CallContext<E> {
  return (
    (endpoint.access !== 'member' || context.memberId !== null) &&
    (endpoint.method === 'GET' || context.db.isTransaction)
  )
}

function addressOf(c: Context<Bindings>, trustProxy: number): string {
  const request = c.env?.incoming
  return request ? clientAddress(request, trustProxy) : ''
}

function checked(endpoint: Endpoint, answer: unknown): unknown {
  const result = v.safeParse(endpoint.answer, answer)
  if (result.success) return answer
  const path = v.getDotPath(result.issues[0]) ?? 'answer'
  throw new Error(`The answer of ${endpoint.path} does not fit its schema at ${path}`)
}

/**
 * Makes the route of one endpoint: who calls, how often, what is sent, the handler (a POST in one transaction, with its
 * `Idempotency-Key` where the endpoint has one), and the answer.
 */
export function serve<N extends EndpointName>(
  name: N,
  handler: Handler<Endpoints[N]>,
  serving: Serving,
): (c: Context<Bindings>) => Promise<Response> {
  const endpoint: Endpoints[N] = endpoints[name]
  const declared: Endpoint = endpoint

  const answer = async (c: Context<Bindings>): Promise<unknown> => {
    const now = serving.clock()
    const { memberId, tokenHash } = await identify(endpoint, c, serving, now)
    const request = await readRequest(endpoint, c)
    const key = declared.idempotency === 'required' ? readIdempotencyKey(c) : null
    await serving.admit(name, request, { address: addressOf(c, serving.trustProxy), memberId })

    const handle = async (db: Kysely<Database>) => {
      const context: CallContext = { db, memberId, tokenHash, now, services: serving.services }
      if (!fits(context, endpoint)) throw new Error(`${endpoint.path} was called without what it needs`)
      const sent = await handler(request, context)
      return serving.checkAnswers ? checked(endpoint, sent) : sent
    }
    if (endpoint.method === 'GET') return handle(serving.db)
    return inTransaction(serving.db, (transaction) => {
      if (key === null || memberId === null) return handle(transaction)
      const scope = { memberId, route: endpoint.path, key }
      return answerOnce(transaction, scope, sha256(JSON.stringify(request)), now, () => handle(transaction))
    })
  }

  return async (c) => {
    try {
      const sent = await answer(c)
      const isPublic = endpoint.access === 'public' || (endpoint.access === 'optional' && !carriesToken(c))
      if (endpoint.method !== 'GET' || !isPublic) return privateAnswer(sent)
      return await publicAnswer(sent, c, endpoint.access === 'optional' ? 'Authorization' : null)
    } catch (error) {
      return answerToFailure(error, c, serving.log)
    }
  }
}
