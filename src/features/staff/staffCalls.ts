import { QueryCache, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import {
  type AnswerOf,
  filePart,
  type RequestOf,
  requestPart,
  type StaffEndpoint,
  staffHeader,
} from '#contract/endpoint.ts'
import { ErrorBody, type StaffRefusal } from '#contract/errors.ts'
import { searchMembers } from '#contract/staff/members.ts'
import { staffSession } from '#contract/staff/today.ts'
import { readAnswer } from '#src/api/answer.ts'
import { queryOf } from '#src/api/client.ts'
import { learnClubTime } from '#src/platform/clubClock.ts'
import { askForPasskey } from './stepUp.ts'

/** Why a call had no effect: refused before anything was done, by what was asked (`refused`), or nobody knows. */
export type StaffFailure = StaffRefusal | 'refused' | 'unreachable'

class StaffCallError extends Error {
  override readonly name = 'StaffCallError'
  readonly failure: StaffFailure
  /** When the same may be asked again, ISO 8601; null where the server says nothing of that. */
  readonly retryAt: string | null

  constructor(failure: StaffFailure, message: string, retryAfterSeconds = 0) {
    super(message)
    this.failure = failure
    // Pages show whole minutes.
    const minute = Math.ceil((Date.now() + retryAfterSeconds * 1000) / 60_000)
    this.retryAt = retryAfterSeconds > 0 ? new Date(minute * 60_000).toISOString() : null
  }
}

/** How long an answer may take, and one that comes in lines, in milliseconds: a file of tickets takes its time. */
const timeoutMs = 60_000
const linesTimeoutMs = 600_000

/** Whose page this is: the account that was signed in when it opened. */
let account: string | null = null

/** What a call sends: JSON, in a form where a file comes with it. */
function bodyOf(request: unknown, file: Blob | undefined): string | FormData {
  if (file === undefined) return JSON.stringify(request)
  const form = new FormData()
  form.append(requestPart, JSON.stringify(request))
  form.append(filePart, file, filePart)
  return form
}

async function send({ method, path, answersInLines }: StaffEndpoint, request: unknown, file?: Blob): Promise<Response> {
  const isGet = method === 'GET'
  const isSession = path === staffSession.path
  const query = isGet ? queryOf(request).toString() : ''
  const sentAt = Date.now()
  const response = await fetch(query === '' ? path : `${path}?${query}`, {
    method,
    headers: {
      ...(!isGet && !file && { 'Content-Type': 'application/json' }),
      ...(account !== null && !isSession && { [staffHeader]: account }),
    },
    body: isGet ? null : bodyOf(request, file),
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'error',
    signal: AbortSignal.timeout(answersInLines ? linesTimeoutMs : timeoutMs),
  }).catch(() => null)
  if (response === null) throw new StaffCallError('unreachable', '')
  if (response.ok) {
    learnClubTime(response, sentAt)
    return response
  }
  const body: unknown = await response.json().catch(() => null)
  const { refusal, message } = v.parse(v.fallback(ErrorBody, { message: '' }), body)
  if (refusal !== undefined) {
    const seconds = Number(response.headers.get('Retry-After') ?? 0)
    throw new StaffCallError(refusal, message, seconds)
  }
  throw new StaffCallError(response.status >= 500 ? 'unreachable' : 'refused', '')
}

/** The same; where the passkey is asked for, it asks, and calls again. */
async function sendConfirmed(endpoint: StaffEndpoint, request: unknown, file?: Blob): Promise<Response> {
  try {
    return await send(endpoint, request, file)
  } catch (error) {
    const asks = error instanceof StaffCallError && error.failure === 'step_up'
    if (!asks || !(await askForPasskey(hasConfirmed))) throw error
    return send(endpoint, request, file)
  }
}

/**
 * Calls an endpoint.
 *
 * @throws StaffCallError
 */
export async function callStaff<E extends StaffEndpoint>(endpoint: E, request: RequestOf<E>): Promise<AnswerOf<E>> {
  const response = await sendConfirmed(endpoint, request)
  const answer = await readAnswer(endpoint, response).catch(() => null)
  if (!answer?.ok) throw new StaffCallError('unreachable', '')
  return answer.data
}

/**
 * Sends a file to an endpoint that answers in lines. `onLine` gets each but the last, which this resolves to.
 *
 * @throws StaffCallError, also where the lines break off
 */
export async function sendFile<E extends StaffEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
  file: Blob,
  { isLast, onLine }: { isLast: (line: AnswerOf<E>) => boolean; onLine: (line: AnswerOf<E>) => void },
): Promise<AnswerOf<E>> {
  const { body } = await sendConfirmed(endpoint, request, file)
  try {
    for await (const text of linesOf(body)) {
      const line = v.parse<E['answer']>(endpoint.answer, JSON.parse(text))
      if (isLast(line)) return line
      onLine(line)
    }
  } catch {
    // What is no line of this endpoint, is none at all.
  }
  throw new StaffCallError('unreachable', '')
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): AsyncGenerator<string> {
  const reader = (body ?? new Blob([]).stream()).pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + next.value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Calls an endpoint that sends a file. */
export async function readFile<E extends StaffEndpoint>(endpoint: E, request: RequestOf<E>): Promise<Blob> {
  const response = await sendConfirmed(endpoint, request)
  return response.blob().catch(() => {
    throw new StaffCallError('unreachable', '')
  })
}

/** Whether the passkey was used lately enough, by whom this page belongs to. */
async function hasConfirmed(): Promise<boolean> {
  const response = await send(staffSession, {}).catch(() => null)
  const answer = response && (await readAnswer(staffSession, response).catch(() => null))
  return answer?.ok === true && answer.data.account === account && Date.parse(answer.data.stepUpUntil) > Date.now()
}

export const failureOf = (error: unknown): StaffFailure =>
  error instanceof StaffCallError ? error.failure : 'unreachable'

export const retryTimeOf = (error: unknown): string | null => (error instanceof StaffCallError ? error.retryAt : null)

const keyOf = ({ path }: StaffEndpoint, request: unknown) => [path, request] as const
const sessionKey = keyOf(staffSession, {})

/** The cache of answers, for as long as the page is open: nothing of it stays on the device. */
export function createStaffQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (failureOf(error) === 'signed_out' && queryKey[0] !== sessionKey[0])
          void client.invalidateQueries({ queryKey: sessionKey })
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5000,
        retry: (failures, error) => failures < 1 && failureOf(error) === 'unreachable',
        retryDelay: 1000,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** Marks a query whose answer is read once: each reading is recorded, or counted. */
export const readOnce = { isReadOnce: true }

/** What an endpoint answers. `enabled`: whether there is something to ask. */
export function useAnswer<E extends StaffEndpoint>(endpoint: E, request: RequestOf<E>, { enabled = true } = {}) {
  return useQuery({
    queryKey: keyOf(endpoint, request),
    queryFn: () => callStaff(endpoint, request),
    enabled,
  })
}

/** The members that a text finds; nobody is asked for an empty one. */
export function useFound(text: string) {
  return useQuery({
    queryKey: keyOf(searchMembers, { text }),
    queryFn: () => callStaff(searchMembers, { text }),
    enabled: text !== '',
    // Whoever has joined meanwhile is found when the name is typed again.
    staleTime: 20_000,
    refetchOnWindowFocus: false,
    meta: readOnce,
  })
}

/** Who is signed in: from then on, the page is theirs. */
export function useStaffSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: async () => {
      const session = await callStaff(staffSession, {})
      account = session.account
      return session
    },
  })
}

/** Does something, and reads what is shown anew. */
export function useAct<E extends StaffEndpoint>(endpoint: E) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: RequestOf<E>) => callStaff(endpoint, request),
    onSettled: () => client.invalidateQueries({ predicate: ({ meta }) => meta !== readOnce }),
  })
}
