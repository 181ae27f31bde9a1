import type { Context } from 'hono'
import type { Transaction } from 'kysely'
import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import { inTurn } from '#server/gate/turns.ts'
import { AnswerFile, type CallContext, type Handler, type Save, Undecided } from '#server/handlers/handler.ts'
import type { HandlerDependencies } from '#server/handlers/handlerDependencies.ts'
import type { Bindings } from '#server/http/network/bindings.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import { isBrokenConnection } from '#server/http/network/brokenConnection.ts'
import { clientAddress, connectedAddress } from '#server/http/network/clientAddress.ts'
import { countScan } from '#server/metrics/meters.ts'
import { sha256 } from '#server/store/hash.ts'
import { findStoredAnswer, type RequestHashes, type StoredAnswer } from '#server/store/idempotency.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { authenticate, type Authentication, visitor } from './authenticate.ts'
import { answerAgain, isSameRequest, runIdempotently } from './idempotency.ts'
import type { PublicAnswers } from './publicAnswers.ts'
import { type CallLimits, countsWithin } from './rateLimits.ts'
import { findIdempotencyKey, readIdempotencyKey, type ReadRequest, readRequest, type Received } from './requests.ts'
import { fileResponse, freshPublicResponse, privateResponse, publicResponse, textResponse } from './responses.ts'
import { handleFile, handleUpload, isUpload, oneForMember } from './uploads.ts'

/** What every endpoint's route works with. */
export interface RouteOptions {
  db: ConnectionPool
  dependencies: HandlerDependencies
  clock: () => Date
  limits: CallLimits
  publicAnswers: PublicAnswers
  /** How many proxies are in front (`TRUST_PROXY`). */
  trustProxy: number
  /** Whether to validate every answer against its schema before it is sent. */
  validateAnswers: boolean
}

/** No form, too large, or not what is asked for. */
const sendersFaults = new Set([400, 413, 422])

const carriesToken = (c: Context) => c.req.header('authorization') !== undefined

/** Whether a request's JSON holds a file. */
function hasFile({ file }: Endpoint, request: unknown): boolean {
  const fields = new Map<string, unknown>(Object.entries(request ?? {}))
  return file !== undefined && 'field' in file && (fields.get(file.field) ?? '') !== ''
}

function hashesOf({ sent, request }: ReadRequest<Endpoint>): RequestHashes {
  return { sentHash: sha256(sent), bodyHash: sha256(JSON.stringify(request)) }
}

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

  const findAnswer = async (c: Context<Bindings>, memberId: string | null): Promise<StoredAnswer | null> => {
    const key = declared.idempotency ? findIdempotencyKey(c) : null
    if (key === null || memberId === null) return null
    return findStoredAnswer(options.db, { memberId, route: endpoint.path, key })
  }

  /** What a call that is refused has been answered under its key: a refusal comes too late for what is done. */
  const answeredBefore = async (error: unknown, c: Context<Bindings>, memberId: string | null) => {
    const stored = error instanceof HttpError ? await findAnswer(c, memberId) : null
    if (stored === null) throw error
    return stored
  }

  const answer = async (c: Context<Bindings>): Promise<unknown> => {
    const { caller, refusal } = await authenticate(endpoint, c, options.db, options.clock())
    const { memberId } = caller
    let stored: StoredAnswer | null = null
    try {
      if (refusal !== null) throw refusal
      options.limits.refuseKnown(name, { address: addressesOf(c, options.trustProxy).limited, memberId })
    } catch (error) {
      stored = await answeredBefore(error, c, memberId)
    }
    if (memberId === null || !isUpload(declared, c)) return answerTo(caller, c, { stored })
    const { temporaryFolder } = options.dependencies
    return withFile(memberId, c, stored, (found) =>
      handleUpload(declared, temporaryFolder, c, (received) => answerTo(caller, c, { stored: found, received })),
    )
  }

  /**
   * Does the work of a member's call with a file: one at a time, and counted, for itself where it was answered under
   * its key, unless no fault of its sender has kept the file from being looked at.
   */
  const withFile = <T>(
    memberId: string,
    c: Context<Bindings>,
    known: StoredAnswer | null,
    work: (stored: StoredAnswer | null) => Promise<T>,
  ): Promise<T> =>
    oneForMember(memberId, async () => {
      const stored = known ?? (await findAnswer(c, memberId))
      const counted = await options.limits.countFile(memberId, stored !== null)
      if (stored !== null) return work(stored)
      try {
        return await work(null)
      } catch (error) {
        const isCutOff = isBrokenConnection(error, c.env?.incoming)
        if (isCutOff || !(error instanceof HttpError && sendersFaults.has(error.status))) await counted.takeBack()
        throw error
      }
    })

  const answerTo = async (
    caller: Authentication,
    c: Context<Bindings>,
    { stored = null, received = null }: { stored?: StoredAnswer | null; received?: Received | null } = {},
  ): Promise<unknown> => {
    const call = await readRequest(endpoint, c, received)
    const { memberId } = caller
    if (stored !== null || received !== null || memberId === null || !hasFile(declared, call.request))
      return answerOnce(caller, c, call, stored)
    return withFile(memberId, c, null, (found) => handleFile(() => answerOnce(caller, c, call, found)))
  }

  /** Answers a call that was answered under its key as before, and handles any other. */
  const answerOnce = async (
    caller: Authentication,
    c: Context<Bindings>,
    call: ReadRequest<Endpoints[N]>,
    stored: StoredAnswer | null,
  ): Promise<unknown> => {
    if (stored !== null) return answerAgain(stored, hashesOf(call))
    try {
      return await handle(caller, c, call)
    } catch (error) {
      const before = await answeredBefore(error, c, caller.memberId)
      if (!isSameRequest(before, hashesOf(call))) throw error
      return before.answer
    }
  }

  const handle = async (
    caller: Authentication,
    c: Context<Bindings>,
    call: ReadRequest<Endpoints[N]>,
  ): Promise<unknown> => {
    const { memberId } = caller
    const { request } = call
    const now = options.clock()
    const key = declared.idempotency ? readIdempotencyKey(c) : null
    const address = addressesOf(c, options.trustProxy)
    const count = (within?: Transaction<Database>) =>
      options.limits.count(name, request, { address: address.limited, memberId }, within)
    const countsInTransaction = key !== null && countsWithin(declared)
    const counted = countsInTransaction ? null : await count()

    const { db, dependencies } = options
    const context: CallContext = {
      ...caller,
      db,
      now,
      dependencies,
      address: address.full,
      userAgent: c.req.header('user-agent') ?? null,
    }
    if (!isComplete(context, endpoint)) throw new Error(`${endpoint.path} was called without a member`)
    const checked = (given: unknown) => (options.validateAnswers ? validated(endpoint, given) : given)
    const result: unknown = await handler(request, context)
    await counted?.succeeded()
    if (result instanceof AnswerFile) return result
    if (key === null || memberId === null || !isSave(result)) return checked(result)

    const saveOnce = (transaction: Transaction<Database>) =>
      runIdempotently(transaction, {
        scope: { memberId, route: endpoint.path, key },
        hashes: hashesOf(call),
        now,
        count: async () => (countsInTransaction ? count(transaction) : undefined),
        load: async () => {
          const save = await result({ db: transaction, memberId, now, rules: dependencies.rules })
          return async () => {
            const saved = await save()
            return saved instanceof Undecided ? new Undecided(checked(saved.answer)) : checked(saved)
          }
        },
      })
    const begin = () => inTransaction(db, saveOnce)
    const saving = result.wanted === null ? begin() : inTurn(result.wanted, begin)
    if (!countsInTransaction) return saving
    return saving.catch(async (error: unknown) => {
      // The count of a call that is refused has gone with its transaction. What waited for a lock in vain would wait
      // for the count as well, and comes again.
      if (error instanceof HttpError && error.status !== 409) await count()
      throw error
    })
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
    if (declared.rate?.class === 'scan') countScan(name, sent)
    if (sent instanceof AnswerFile) return fileResponse(sent, c)
    if (declared.encoding === 'form') return textResponse(sent)
    // What is counted is about a person.
    const isPersonal = declared.rate !== undefined
    if (endpoint.method !== 'GET' || !isPublic || isPersonal) return privateResponse(sent, c)
    return freshPublicResponse(sent, c, vary)
  }
}
