import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { ErrorBody } from '#contract/errors.ts'
import { Refusal } from '#server/handlers/handler.ts'
import type { Log } from '#server/http/log.ts'
import { answerPublic, publicText } from '#server/http/publicBody.ts'
import { isDatabaseAway, isUnfitValue } from '#server/store/store.ts'

const json = 'application/json; charset=utf-8'

/** An answer for this caller alone: nobody on the way may keep it. */
export function privateAnswer(answer: unknown): Response {
  return new Response(JSON.stringify(answer), { headers: { 'Content-Type': json, 'Cache-Control': 'no-store' } })
}

/**
 * An answer for everybody: may be kept, is asked for again each time, is not sent again where it has not changed, and is compressed.
 *
 * @param vary which of the request's headers another answer would depend on
 */
export async function publicAnswer(answer: unknown, c: Context, vary: 'Authorization' | null): Promise<Response> {
  const request = c.req.raw.headers
  const headers = { 'Content-Type': json, 'Cache-Control': 'public, max-age=0, must-revalidate' }
  const body = await publicText(request, JSON.stringify(answer))
  return answerPublic(request, body, vary === null ? headers : { ...headers, Vary: vary })
}

/** An answer with an error status. */
export function errorAnswer(status: number, body: ErrorBody, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': json, 'Cache-Control': 'no-store', ...headers },
  })
}

/** Turns whatever was thrown into an answer. What nobody foresaw is logged under a number that the answer names. */
export function answerToFailure(error: unknown, c: Context, log: Pick<Log, 'error'>): Response {
  if (error instanceof Refusal) {
    const wait = error.retryAfterSeconds
    return errorAnswer(error.status, error.body, wait === null ? {} : { 'Retry-After': String(wait) })
  }
  if (isDatabaseAway(error))
    return errorAnswer(
      503,
      { message: 'Club Bravo is temporarily unavailable. Please try again.' },
      { 'Retry-After': '2' },
    )
  if (isUnfitValue(error)) return errorAnswer(422, { message: 'Validation Error' })
  const id = randomUUID()
  log.error(`${c.req.method} ${c.req.path} failed (request ${id})`, error)
  return errorAnswer(
    500,
    { message: `Something went wrong on our side. If it keeps happening, contact us and quote the number ${id}.` },
    { 'X-Request-Id': id },
  )
}
