import type { Context } from 'hono'
import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { type Endpoint, isForBoxOffice, isForStaff } from '#contract/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import { inTurn } from '#server/gate/turns.ts'
import {
  AnswerBytes,
  AnswerFile,
  AnswerLines,
  type CallContext,
  type Handler,
  type Save,
  Undecided,
} from '#server/handlers/handler.ts'
import type { HandlerDependencies } from '#server/handlers/handlerDependencies.ts'
import type { Bindings } from '#server/http/network/bindings.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import type { Log } from '#server/http/log.ts'
import { isBrokenConnection } from '#server/http/network/brokenConnection.ts'
import { clientAddress, connectedAddress } from '#server/http/network/clientAddress.ts'
import { countScan } from '#server/metrics/meters.ts'
import { keyActor, staffActor } from '#server/services/acts.ts'
import type { StaffReader } from '#server/staff/staffSession.ts'
import { sha256 } from '#server/store/hash.ts'
import { findStoredAnswer, type RequestHashes, type StoredAnswer } from '#server/store/idempotency.ts'
import { ActingPool, type Actor, type ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { authenticate, type Caller, visitor } from './authenticate.ts'
import { answerAgain, isSameRequest, runIdempotently } from './idempotency.ts'
import type { PublicAnswers } from './publicAnswers.ts'
import { type CallLimits, countsWithin } from './rateLimits.ts'
import { findIdempotencyKey, readIdempotencyKey, type ReadRequest, readRequest, type Received } from './requests.ts'
import {
  bytesResponse,
  fileResponse,
  freshPublicResponse,
  linesResponse,
  privateResponse,
  publicResponse,
  textResponse,
} from './responses.ts'
import { handleFile, handleUpload, isUpload, oneForMember } from './uploads.ts'

/** What every endpoint's route works with. */
export interface RouteOptions {
  db: ConnectionPool
  dependencies: HandlerDependencies
  readStaff: StaffReader
  clock: () => Date
  limits: CallLimits
  publicAnswers: PublicAnswers
  /** How many proxies are in front (`TRUST_PROXY`). */
  trustProxy: number
  /** Whether to validate every answer against its schema before it is sent. */
  validateAnswers: boolean
  log: Pick<Log, 'error'>
}

/** A call that is let in: who makes it, and what it was answered before under its key. */
interface Call {
  c: Context<Bindings>
  caller: Caller
  stored: StoredAnswer | null
}

/** The statuses that blame the sender: malformed, too large, not valid. */
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

/** Who acts in a call that is not a member's own doing; null for members and visitors. */
function actorOf({ staff, role, key }: Caller): Actor | null {
  if (staff !== null) return staffActor(staff.sub, role)
  return key === null ? null : keyActor(key.name)
}

/** Whether a call has what its endpoint's type promises the handler: a member, somebody of the staff, or a key. */
function isComplete<E extends Endpoint>(context: CallContext, endpoint: E): context is CallContext<E> {
  if (isForStaff(endpoint)) return context.staff !== null && context.db instanceof ActingPool
  if (isForBoxOffice(endpoint)) return context.key !== null && context.db instanceof ActingPool
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
 * The route of one endpoint, for members, visitors, staff and machines alike, in steps: `admit` finds out who calls,
 * whether they may, and whether too often; `receive` and `read` parse the request; `once` answers a repeated key again;
 * `handle` runs the handler; `respond` sends its answer. What a step throws becomes a response in `responseToError`.
 */
export function endpointRoute<N extends EndpointName>(
  name: N,
  handler: Handler<Endpoints[N]>,
  options: RouteOptions,
): (c: Context<Bindings>) => Promise<Response> {
  const endpoint: Endpoints[N] = endpoints[name]
  // A generic type is not narrowed.
  const declared: Endpoint = endpoint
  const { db, dependencies, limits, publicAnswers, trustProxy } = options

  const findAnswer = async (c: Context<Bindings>, memberId: string | null): Promise<StoredAnswer | null> => {
    const key = declared.idempotency ? findIdempotencyKey(c) : null
    return key === null || memberId === null ? null : findStoredAnswer(db, { memberId, route: declared.path, key })
  }

  /** What a call that is refused has been answered under its key: a refusal comes too late for what is done. */
  const answeredBefore = async (error: unknown, c: Context<Bindings>, memberId: string | null) => {
    const stored = error instanceof HttpError ? await findAnswer(c, memberId) : null
    if (stored === null) throw error
    return stored
  }

  const admit = async (c: Context<Bindings>): Promise<Call> => {
    const sessions = { db, readStaff: options.readStaff, origin: dependencies.origin }
    const { caller, refusal } = await authenticate(declared, c, sessions, options.clock())
    try {
      if (refusal !== null) throw refusal
      await limits.admit(name, { address: addressesOf(c, trustProxy).limited, ...caller })
      return { c, caller, stored: null }
    } catch (error) {
      return { c, caller, stored: await answeredBefore(error, c, caller.memberId) }
    }
  }

  /**
   * Does the work of a member's call with a file: one at a time, and counted, for itself where it was answered under
   * its key, unless no fault of its sender has kept the file from being looked at.
   */
  const withFile = <T>(call: Call, memberId: string, work: (call: Call) => Promise<T>): Promise<T> =>
    oneForMember(memberId, async () => {
      const stored = call.stored ?? (await findAnswer(call.c, memberId))
      const counted = await limits.countFile(memberId, stored !== null)
      if (stored !== null) return work({ ...call, stored })
      try {
        return await work(call)
      } catch (error) {
        const isCutOff = isBrokenConnection(error, call.c.env?.incoming)
        if (isCutOff || !(error instanceof HttpError && sendersFaults.has(error.status))) await counted.takeBack()
        throw error
      }
    })

  const receive = (call: Call): Promise<unknown> => {
    const { c, caller } = call
    if (!isUpload(declared, c)) return read(call, null)
    const upload = (found: Call) =>
      handleUpload(declared, dependencies.temporaryFolder, c, (received) => read(found, received))
    return caller.memberId === null ? upload(call) : withFile(call, caller.memberId, upload)
  }

  const read = async (call: Call, received: Received | null): Promise<unknown> => {
    const request = await readRequest(endpoint, call.c, received)
    const { memberId } = call.caller
    if (call.stored !== null || received !== null || memberId === null || !hasFile(declared, request.request))
      return once(call, request, received?.filePath ?? null)
    return withFile(call, memberId, (found) => handleFile(() => once(found, request, null)))
  }

  /** Answers a call that was answered under its key as before, and handles any other. */
  const once = async (call: Call, request: ReadRequest<Endpoints[N]>, filePath: string | null): Promise<unknown> => {
    if (call.stored !== null) return answerAgain(call.stored, hashesOf(request))
    try {
      return await handle(call, request, filePath)
    } catch (error) {
      const before = await answeredBefore(error, call.c, call.caller.memberId)
      if (!isSameRequest(before, hashesOf(request))) throw error
      return before.answer
    }
  }

  const checked = (answer: unknown) => (options.validateAnswers ? validated(declared, answer) : answer)

  const handle = async (
    { c, caller }: Call,
    received: ReadRequest<Endpoints[N]>,
    filePath: string | null,
  ): Promise<unknown> => {
    const { memberId } = caller
    const { request } = received
    const now = options.clock()
    const key = declared.idempotency ? readIdempotencyKey(c) : null
    const address = addressesOf(c, trustProxy)
    const count = (within?: Transaction<Database>) =>
      limits.count(name, request, { address: address.limited, ...caller }, within)
    const countsInTransaction = key !== null && countsWithin(declared)
    const counted = countsInTransaction ? null : await count()

    const userAgent = c.req.header('user-agent') ?? null
    const actor = actorOf(caller)
    const context: CallContext = {
      ...caller,
      db: actor === null ? db : db.actingAs(actor),
      now,
      filePath,
      dependencies,
      address: address.full,
      userAgent,
    }
    if (!isComplete(context, endpoint)) throw new Error(`${declared.path} was called by nobody`)
    const result: unknown = await handler(request, context)
    await counted?.succeeded()
    if (key === null || memberId === null || !isSave(result)) return result

    const saveOnce = (transaction: Transaction<Database>) =>
      runIdempotently(transaction, {
        scope: { memberId, route: declared.path, key },
        hashes: hashesOf(received),
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

  const vary = declared.access === 'optional' ? 'Authorization' : null

  const respond = (sent: unknown, c: Context<Bindings>, isPublic: boolean): Response | Promise<Response> => {
    if (sent instanceof AnswerFile) return fileResponse(sent, c)
    if (sent instanceof AnswerBytes) return bytesResponse(sent)
    if (sent instanceof AnswerLines)
      return linesResponse(sent, checked, (error) => options.log.error(`${declared.path} failed`, error))
    const answer = checked(sent)
    if (declared.rate?.class === 'scan') countScan(name, answer)
    if (declared.encoding === 'form') return textResponse(answer)
    // What is counted is about a person.
    const isPersonal = declared.rate !== undefined
    if (declared.method !== 'GET' || !isPublic || isPersonal) return privateResponse(answer, c)
    return freshPublicResponse(answer, c, vary)
  }

  const cachedResponse = async (c: Context<Bindings>): Promise<Response> => {
    const { request } = await readRequest(endpoint, c)
    const make = async () => checked(await receive({ c, caller: visitor, stored: null }))
    const source = await publicAnswers.find(name, request, make)
    return publicResponse(source, c, { vary, sharedSeconds: publicAnswers.seconds })
  }

  return async (c) => {
    const isPublic = declared.access === 'public' || (declared.access === 'optional' && !carriesToken(c))
    if (isPublic && publicAnswers.isCached(name)) return cachedResponse(c)
    const call = await admit(c)
    return respond(await receive(call), c, isPublic)
  }
}
