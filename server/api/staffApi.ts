import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { type StaffEndpoint, staffHeader, type StaffRefusal } from '#contract/staff/endpoint.ts'
import { type StaffEndpointName, staffEndpoints, type StaffEndpoints } from '#contract/staff/staffEndpoints.ts'
import { permissions, roleWith, stepUpMinutes } from '#contract/staff/roles.ts'
import { actHandlers } from '#server/handlers/staff/actHandlers.ts'
import { applicationHandlers } from '#server/handlers/staff/applicationHandlers.ts'
import { counterHandlers } from '#server/handlers/staff/counterHandlers.ts'
import { eventHandlers } from '#server/handlers/staff/eventHandlers.ts'
import { figureHandlers } from '#server/handlers/staff/figureHandlers.ts'
import { linkHandlers } from '#server/handlers/staff/linkHandlers.ts'
import { memberHandlers } from '#server/handlers/staff/memberHandlers.ts'
import { passkeyHandlers } from '#server/handlers/staff/passkeyHandlers.ts'
import { peopleHandlers } from '#server/handlers/staff/peopleHandlers.ts'
import { sendingHandlers } from '#server/handlers/staff/sendingHandlers.ts'
import {
  AnswerBytes,
  AnswerLines,
  type StaffContext,
  type StaffDependencies,
  type StaffHandler,
} from '#server/handlers/staff/staffHandler.ts'
import { ticketHandlers } from '#server/handlers/staff/ticketHandlers.ts'
import { todayHandlers } from '#server/handlers/staff/todayHandlers.ts'
import { isCrossSite } from '#server/http/crossSite.ts'
import { limitConcurrency } from '#server/http/limitConcurrency.ts'
import type { Log } from '#server/http/log.ts'
import type { Bindings } from '#server/http/network/bindings.ts'
import { OwnMemberAct, runAs } from '#server/services/acts.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { Staff, StaffReader } from '#server/staff/staffSession.ts'
import { keysOf } from '#contract/keysOf.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { readRequest, type Received } from './requests.ts'
import { errorResponse, privateResponse, responseToError } from './responses.ts'
import { handleUpload, isUpload, limitBody } from './uploads.ts'

/** A handler for every endpoint of staff; a missing one does not compile. */
const handlers: { [N in StaffEndpointName]: StaffHandler<StaffEndpoints[N]> } = {
  ...todayHandlers,
  ...memberHandlers,
  ...applicationHandlers,
  ...sendingHandlers,
  ...counterHandlers,
  ...eventHandlers,
  ...ticketHandlers,
  ...figureHandlers,
  ...linkHandlers,
  ...actHandlers,
  ...peopleHandlers,
  ...passkeyHandlers,
}

export interface StaffApiOptions {
  db: ConnectionPool
  dependencies: StaffDependencies
  /** The club's public origin. */
  origin: string
  readStaff: StaffReader
  rateLimiter: Pick<RateLimiter, 'consumeStaffSearch'>
  clock: () => Date
  /** How many proxies are in front (`TRUST_PROXY`). */
  trustProxy: number
  /** Whether to validate every answer against its schema before it is sent. */
  validateAnswers: boolean
  log: Pick<Log, 'error'>
}

const refusals: Record<StaffRefusal, { status: 401 | 403 | 429; message: string }> = {
  signed_out: { status: 401, message: 'Sign in as a member of staff.' },
  no_permission: { status: 403, message: 'None of your roles allows this.' },
  step_up: { status: 401, message: 'Confirm with your passkey that it is you.' },
  other_site: { status: 403, message: 'Only the club’s own pages may call this address.' },
  own_member: { status: 403, message: 'This is your own membership: somebody else has to do it.' },
  too_many: { status: 429, message: 'You have searched too often. Wait, then search again.' },
}

function refused(refusal: StaffRefusal, headers: Record<string, string> = {}): Response {
  const { status, message } = refusals[refusal]
  return Response.json({ message, refusal }, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

/** The role in which somebody may call an endpoint now, or why they may not. */
function decideCall(
  endpoint: StaffEndpoint,
  staff: Staff | null,
  now: Date,
): { staff: Staff; role: string } | StaffRefusal {
  if (staff === null) return 'signed_out'
  const role = roleWith(staff.roles, endpoint.permission)
  if (role === undefined) return 'no_permission'
  const sinceProof = now.getTime() - staff.steppedUpAt.getTime()
  if (permissions[endpoint.permission].stepsUp && sinceProof > stepUpMinutes * 60_000) return 'step_up'
  return { staff, role }
}

/** A file that nothing keeps, and that does nothing where it is opened. */
function fileAnswer({ type, bytes }: AnswerBytes): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': type,
      'Content-Disposition': 'inline',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })
}

/** Sends each line as it is known. Whoever reads no more stops nothing; where the work fails, no last line comes. */
function linesAnswer(
  { work }: AnswerLines<unknown>,
  toSent: (line: unknown) => unknown,
  onError: (error: unknown) => void,
): Response {
  const encoder = new TextEncoder()
  let isRead = true
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: unknown) => {
        if (isRead) controller.enqueue(encoder.encode(`${JSON.stringify(toSent(line))}\n`))
      }
      const sendAll = async () => {
        try {
          send(await work(send))
        } catch (error) {
          onError(error)
        }
        if (isRead) controller.close()
      }
      void sendAll()
    },
    cancel() {
      isRead = false
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx sends each line at once.
      'X-Accel-Buffering': 'no',
    },
  })
}

function validated(endpoint: StaffEndpoint, answer: unknown): unknown {
  if (v.is(endpoint.answer, answer)) return answer
  throw new Error(`The answer of ${endpoint.path} does not match its schema`)
}

/**
 * Every call of staff, in one place: it comes from the club's own pages, somebody is signed in, one of their roles
 * allows it, they have proved lately to be there where that is asked for, and have not searched too often; then the
 * service runs as theirs, and nothing keeps the answer.
 */
function staffRoute<E extends StaffEndpoint>(endpoint: E, handler: StaffHandler<E>, options: StaffApiOptions) {
  return async (c: Context<Bindings>): Promise<Response> => {
    if (isCrossSite(c.req.raw.headers, options.origin)) return refused('other_site')
    const now = options.clock()
    const sender = await options.readStaff(c.req.raw)
    const meant = c.req.header(staffHeader)
    const isOther = meant !== undefined && meant !== sender?.sub
    const call = decideCall(endpoint, isOther ? null : sender, now)
    if (typeof call === 'string') return refused(call)
    const { staff, role } = call
    const search = { scope: endpoint.path, accountId: staff.sub }
    const seconds = endpoint.rate === undefined ? 0 : await options.rateLimiter.consumeStaffSearch(search)
    if (seconds > 0) return refused('too_many', { 'Retry-After': String(seconds) })
    const may: StaffContext['may'] = (permission) => roleWith(staff.roles, permission) !== undefined
    const { db, dependencies, log } = options
    const userAgent = c.req.header('user-agent') ?? null
    const toSent = (answer: unknown) => (options.validateAnswers ? validated(endpoint, answer) : answer)
    const answerTo = async (received: Received | null): Promise<Response> => {
      const { request } = await readRequest(endpoint, c, received)
      const answer: unknown = await handler(request, {
        db,
        staff,
        may,
        now,
        userAgent,
        filePath: received?.filePath ?? null,
        dependencies,
      })
      if (answer instanceof AnswerBytes) return fileAnswer(answer)
      if (!(answer instanceof AnswerLines)) return privateResponse(toSent(answer), c)
      return linesAnswer(answer, toSent, (error) => log.error(`${endpoint.path} failed`, error))
    }
    return runAs({ actor: `staff:${staff.sub}`, role }, () =>
      isUpload(endpoint, c) ? handleUpload(endpoint, dependencies.temporaryFolder, c, answerTo) : answerTo(null),
    )
  }
}

/** What the pages of staff call: everything below `/api/staff`. */
export function createStaffApi(options: StaffApiOptions): Hono<Bindings> {
  const api = new Hono<Bindings>()
  api.use(limitConcurrency(options.trustProxy))
  const mount = <N extends StaffEndpointName>(name: N, endpoint: StaffEndpoints[N]) => {
    const { method, path } = endpoint
    api.on(method, path, limitBody(endpoint), staffRoute<StaffEndpoints[N]>(endpoint, handlers[name], options))
    api.all(path, () => errorResponse(405, { message: `This address takes ${method}` }, { Allow: method }))
  }
  for (const name of keysOf(staffEndpoints)) mount(name, staffEndpoints[name])
  api.all('/api/staff/*', () => errorResponse(404, { message: 'There is nothing at this address' }))
  api.onError((error, c) =>
    error instanceof OwnMemberAct ? refused('own_member') : responseToError(error, c, options.log),
  )
  return api
}
