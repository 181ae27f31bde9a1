import * as v from 'valibot'
import { afterAll } from 'vitest'
import { type AnswerOf, filePart, type RequestOf, requestPart, type StaffEndpoint } from '#contract/endpoint.ts'
import type { Role } from '#contract/staff/roles.ts'
import { createApi } from '#server/api/api.ts'
import { openApiDocument } from '#server/api/openApi.ts'
import { createRateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { staffReader } from '#server/staff/staffSession.ts'
import { queryOf } from '#src/api/client.ts'
import { product, type TestApi, testApi, testOrigin } from '#tests/server/testApi.ts'
import { newStaff, staffCookieOf, type TestStaff } from './staffSignIn.ts'
import { documentCheck } from './openApi.ts'
import { multipart } from './youngApplicant.ts'

/** Somebody who serves the club, signed in. */
export interface SignedInStaff extends TestStaff {
  cookie: string
}

/** Makes somebody who serves the club in these roles, and who has just used the passkey. */
export async function signedInStaff(api: TestApi, roles: readonly Role[]): Promise<SignedInStaff> {
  const staff = await newStaff(api.db, roles)
  return { ...staff, cookie: await staffCookieOf(api.db, testOrigin, staff) }
}

export interface StaffAnswer {
  status: number
  headers: Headers
  body: Record<string, unknown>
  bytes: Buffer
}

/** A body of JSON with the headers that it has over the network. */
function jsonBody(request: unknown) {
  const body = Buffer.from(JSON.stringify(request))
  return { body, headers: { 'Content-Type': 'application/json', 'Content-Length': String(body.length) } }
}

/** The API of staff in this process, by default at the time that it is. */
export function staffApi(api: TestApi, clock: () => Date = () => new Date()) {
  const app = createApi({
    db: api.serverDb,
    dependencies: api.dependencies,
    readStaff: staffReader({ db: api.serverDb, origin: testOrigin }),
    rateLimiter: createRateLimiter(api.serverDb, { signIn: 1, scans: 1, spending: 1 }),
    product,
    cacheSeconds: 0,
    clock,
    trustProxy: 0,
    validateAnswers: true,
    log: { error: (sentence, cause) => api.errors.push(`${sentence} ${String(cause)}`) },
  })
  const fits = documentCheck(openApiDocument({ origin: testOrigin, product }))
  const send = async (
    endpoint: StaffEndpoint,
    request: unknown,
    headers: Record<string, string>,
    file: string | Blob = '',
  ): Promise<StaffAnswer> => {
    const isGet = endpoint.method === 'GET'
    const { body, headers: own } = endpoint.file
      ? await multipart([
          [requestPart, JSON.stringify(request)],
          [filePart, new Blob([file])],
        ])
      : jsonBody(request)
    const answer = await app.request(endpoint.path + (isGet ? `?${queryOf(request).toString()}` : ''), {
      method: endpoint.method,
      headers: { ...(isGet ? {} : own), ...headers },
      ...(isGet ? {} : { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
    const text = isJson ? bytes.toString() : ''
    fits(endpoint.path, endpoint.method, { status: answer.status, headers: answer.headers, text })
    const json: Record<string, unknown> = isJson ? JSON.parse(text) : {}
    return { status: answer.status, headers: answer.headers, body: json, bytes }
  }
  /** The answer to a call that succeeds. */
  const call = async <E extends StaffEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    { cookie }: SignedInStaff,
  ): Promise<AnswerOf<E>> => {
    const { status, body } = await send(endpoint, request, { cookie })
    if (status !== 200) throw new Error(`${endpoint.path} answered ${status}: ${JSON.stringify(body)}`)
    return v.parse<E['answer']>(endpoint.answer, body)
  }
  /** The lines of an answer that comes in lines. */
  const lines = async <E extends StaffEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    { cookie }: SignedInStaff,
    file?: string,
  ): Promise<AnswerOf<E>[]> => {
    const { status, bytes } = await send(endpoint, request, { cookie }, file)
    if (status !== 200) throw new Error(`${endpoint.path} answered ${status}: ${bytes.toString()}`)
    const texts = bytes.toString().split('\n').slice(0, -1)
    return texts.map((text) => v.parse<E['answer']>(endpoint.answer, JSON.parse(text)))
  }
  return { send, call, lines }
}

/** What an act is found by. */
type ActFilter = Partial<Record<'actor' | 'action' | 'subject_kind' | 'subject_id' | 'member_id', string>>

/**
 * The API and the API of staff for all tests of a file, both with an empty club, and two people who serve it, in one
 * role or in one each.
 */
export async function staffedApi(role: Role, otherRole: Role = role) {
  const api = await testApi()
  afterAll(() => api.close())
  /** The acts with these facts, the first one first, without looks at a member. */
  const findActs = (facts: ActFilter) =>
    api.db
      .selectFrom('staff_acts')
      .select(['actor', 'role', 'action', 'before', 'after', 'reason'])
      .where((row) => row.and(facts))
      .where('action', 'not in', ['member_read', 'member_search'])
      .orderBy('id')
      .execute()
  const [ada, bo] = [await signedInStaff(api, [role]), await signedInStaff(api, [otherRole])]
  return { api, staff: staffApi(api), ada, bo, findActs }
}
