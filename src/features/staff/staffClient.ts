import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  type UseMutationResult,
} from '@tanstack/react-query'
import * as v from 'valibot'
import {
  type AnswerOf,
  filePart,
  type RequestOf,
  requestPart,
  type StaffEndpoint,
  staffHeader,
} from '#contract/endpoint.ts'
import { searchMembers } from '#contract/staff/members.ts'
import { staffSession } from '#contract/staff/today.ts'
import { readHttpError } from '#src/api/answer.ts'
import { ApiCallError } from '#src/api/callFailure.ts'
import { createClient } from '#src/api/client.ts'
import type { Result } from '#src/api/errors.ts'
import { learnClubTime } from '#src/platform/clubClock.ts'
import { usePasskey } from '#src/platform/passkeys.ts'
import { failureOf, linesOf } from './staffAnswers.ts'
import { askForPasskey } from './stepUp.ts'

/** How long an answer may take, and one that comes in lines, in milliseconds: a file of tickets takes its time. */
const timeoutMs = 60_000
const linesTimeoutMs = 600_000

/** Whose page this is: the account that was signed in when it opened. */
let account: string | null = null

/** Where whoever this page belongs to, and nobody else, proves again to be there. `page`: of those of signing in. */
export const confirmationAddress = (page: '' | '/request' | '/passkey', returnTo = '/staff') =>
  `/identity/staff${page}?${new URLSearchParams({ step_up: account ?? '', return_to: returnTo })}`

/** Sends the cookie of the session, and says whose page it is; the session itself is whoever's who is signed in. */
const staffFetch: typeof fetch = (input, init) => {
  const own = { cache: 'no-store', credentials: 'same-origin', redirect: 'error' } as const
  const request = new Request(input, { ...init, ...own })
  if (account !== null && !request.url.endsWith(staffSession.path)) request.headers.set(staffHeader, account)
  return fetch(request)
}

const client = createClient({
  origin: location.origin,
  product: '',
  readToken: () => Promise.resolve(null),
  fetch: staffFetch,
  onAnswer: learnClubTime,
  timeoutMs,
})

/**
 * Resolves to what a call answers. Where the passkey is asked for, it asks, and calls again.
 *
 * @throws ApiCallError
 */
async function confirmed<Answer>(call: () => Promise<Result<Answer>>): Promise<Answer> {
  let answer = await call()
  const asks = !answer.ok && answer.error.kind === 'http' && answer.error.refusal === 'step_up'
  if (asks && (await askForPasskey(hasConfirmed))) answer = await call()
  if (!answer.ok) throw new ApiCallError(answer.error)
  return answer.data
}

/** Whether the passkey was used lately enough, by whom this page belongs to. */
async function hasConfirmed(): Promise<boolean> {
  const answer = await client.call(staffSession, {}, { concurrent: true })
  return answer.ok && answer.data.account === account && Date.parse(answer.data.stepUpUntil) > Date.now()
}

/** Posts a form to the pages on which staff sign in: whoever is confirmed gets a new session there, as in their tab. */
const postSignIn = (page: '/request' | '/passkey', fields: Record<string, string>, redirect: RequestRedirect) =>
  fetch(confirmationAddress(page), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect,
    signal: AbortSignal.timeout(timeoutMs),
  })

/** Asks for the passkey here. `unused`: the person, or the browser, has used none. */
export async function confirmByPasskey(): Promise<'confirmed' | 'refused' | 'too_many' | 'unused'> {
  const asked = await postSignIn('/request', {}, 'error')
  if (asked.status === 429) return 'too_many'
  const options: unknown = asked.ok ? await asked.json() : null
  if (typeof options !== 'object' || options === null) return 'refused'
  const credential = await usePasskey(options)
  if (credential === null) return 'unused'
  // It leads to a page, whether it was taken or not.
  await postSignIn('/passkey', { credential }, 'manual')
  return (await hasConfirmed()) ? 'confirmed' : 'refused'
}

/**
 * Calls an endpoint.
 *
 * @throws ApiCallError
 */
export function callStaff<E extends StaffEndpoint>(endpoint: E, request: RequestOf<E>): Promise<AnswerOf<E>> {
  return confirmed(() => client.call(endpoint, request, { concurrent: true }))
}

/** The response of an endpoint that answers something else than one JSON. */
async function respond({ path, method }: StaffEndpoint, body: Blob | FormData, withinMs: number) {
  const signal = AbortSignal.timeout(withinMs)
  const response = await staffFetch(path, { method, body, signal }).catch(() => null)
  if (response === null) return { ok: false, error: { kind: 'network' } } as const
  return response.ok
    ? ({ ok: true, data: response } as const)
    : { ok: false as const, error: await readHttpError(response) }
}

/** Calls an endpoint that sends a file. */
export async function downloadFile<E extends StaffEndpoint>(endpoint: E, request: RequestOf<E>): Promise<Blob> {
  const body = new Blob([JSON.stringify(request)], { type: 'application/json' })
  const response = await confirmed(() => respond(endpoint, body, timeoutMs))
  return response.blob().catch(() => {
    throw new ApiCallError({ kind: 'cut_off', status: response.status })
  })
}

/**
 * Sends a file to an endpoint that answers in lines. `onLine` gets each but the last, which this resolves to.
 *
 * @throws ApiCallError, also where the lines break off
 */
export async function uploadFile<E extends StaffEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
  file: Blob,
  { isLast, onLine }: { isLast: (line: AnswerOf<E>) => boolean; onLine: (line: AnswerOf<E>) => void },
): Promise<AnswerOf<E>> {
  const form = new FormData()
  form.append(requestPart, JSON.stringify(request))
  form.append(filePart, file, filePart)
  const { body, status } = await confirmed(() => respond(endpoint, form, linesTimeoutMs))
  try {
    for await (const text of linesOf(body)) {
      const line = v.parse<E['answer']>(endpoint.answer, JSON.parse(text))
      if (isLast(line)) return line
      onLine(line)
    }
  } catch {
    // What is no line of this endpoint, is none at all.
  }
  throw new ApiCallError({ kind: 'cut_off', status })
}

const keyOf = ({ path }: StaffEndpoint, request: unknown) => [path, request] as const

/** A call as a query: every page that needs the answer shares it. It fails with an `ApiCallError`. */
export function staffQuery<E extends StaffEndpoint>(endpoint: E, request: RequestOf<E>) {
  return queryOptions({ queryKey: keyOf(endpoint, request), queryFn: () => callStaff(endpoint, request) })
}

/** Who is signed in: from then on, the page is theirs. */
export const sessionQuery = queryOptions({
  queryKey: keyOf(staffSession, {}),
  queryFn: async () => {
    const session = await callStaff(staffSession, {})
    account = session.account
    return session
  },
})

/** Marks a query whose answer is read once: each reading is recorded, or counted. */
export const readOnce = { isReadOnce: true }

/** The members that a text finds; nobody is asked for an empty one. */
export const foundQuery = (text: string) =>
  queryOptions({
    ...staffQuery(searchMembers, { text }),
    enabled: text !== '',
    // Whoever has joined meanwhile is found when the name is typed again.
    staleTime: 20_000,
    refetchOnWindowFocus: false,
    meta: readOnce,
  })

/** Does something. */
export function useAct<E extends StaffEndpoint>(endpoint: E): UseMutationResult<AnswerOf<E>, Error, RequestOf<E>> {
  return useMutation({ mutationFn: (request: RequestOf<E>) => callStaff(endpoint, request) })
}

/**
 * The cache of answers, for as long as the page is open: nothing of it stays on the device. After whatever was done,
 * what is shown is read anew.
 */
export function createStaffQueryClient(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (failureOf(error) === 'signed_out' && queryKey[0] !== staffSession.path)
          void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      },
    }),
    mutationCache: new MutationCache({
      onSettled: () => queries.invalidateQueries({ predicate: ({ meta }) => meta !== readOnce }),
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
  return queries
}
