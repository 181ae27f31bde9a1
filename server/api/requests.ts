import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { ParsedRequestOf, Endpoint } from '#contract/endpoint.ts'
import { fieldMessages, maxRequestBytes } from '#contract/errors.ts'
import { HttpError } from '#server/handlers/httpError.ts'

/** What a request with a file has brought: its JSON, and where the file of a multipart body is until it is answered. */
export interface Received {
  sent: string
  filePath: string | null
}

/** The specification's message about invalid fields (its section 8). */
const title = 'Validation Error'

/** A 422 with the specification's sentences for each invalid field. */
export function validationError(errors: Record<string, string[]>): HttpError {
  return new HttpError(422, { message: title, errors })
}

/** The innermost name of a path: `ticket_info.ticket_no` is called "ticket_no". */
function fieldOf(issue: v.BaseIssue<unknown>): string {
  const names = (issue.path ?? []).map(({ key }) => key).filter((key) => typeof key === 'string')
  return names.at(-1) ?? 'body'
}

function sentenceOf(issue: v.BaseIssue<unknown>, field: string): string {
  const isAbsent = issue.input === undefined || issue.input === null || issue.input === ''
  return isAbsent ? fieldMessages.required(field) : fieldMessages.invalid(field)
}

function errorsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string[]> {
  const sentences = new Map<string, string[]>()
  for (const issue of issues) {
    const field = fieldOf(issue)
    if (!sentences.has(field)) sentences.set(field, [sentenceOf(issue, field)])
  }
  return Object.fromEntries(sentences)
}

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** The JSON in the body of a POST; an empty body counts as an empty object. */
function readJson(text: string, c: Context): unknown {
  if (text === '') return {}
  if (!jsonType.test(c.req.header('content-type') ?? ''))
    throw new HttpError(400, { message: 'The body must be JSON, with Content-Type: application/json' })
  return parseJson(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, { message: 'The body is not JSON' })
  }
}

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** The fields of a form-encoded body by name; the last of each name. */
function readForm(text: string, c: Context): unknown {
  if (!formType.test(c.req.header('content-type') ?? ''))
    throw new HttpError(400, {
      message: 'The body must be a form, with Content-Type: application/x-www-form-urlencoded',
    })
  return Object.fromEntries(new URLSearchParams(text))
}

function readInput({ method, encoding }: Endpoint, sent: string, c: Context): unknown {
  if (method === 'GET') return c.req.query()
  return encoding === 'form' ? readForm(sent, c) : readJson(sent, c)
}

/** A call's input: parsed, and the body as it was sent. */
export interface ReadRequest<E extends Endpoint> {
  request: ParsedRequestOf<E>
  sent: string
}

/**
 * A body may be large for its file alone.
 *
 * @throws HttpError 413 for any other body
 */
function limitBesideFile({ maxBytes = maxRequestBytes, file }: Endpoint, sent: string, input: unknown): void {
  if (file === undefined || !('field' in file) || sent.length <= maxBytes) return
  const held = v.safeParse(v.object({ [file.field]: v.string() }), input)
  // As it was sent, with its quotes and line breaks escaped.
  const fileLength = held.success ? JSON.stringify(held.output[file.field] ?? '').length : 0
  if (sent.length - fileLength > maxBytes)
    throw new HttpError(413, { message: `The body is larger than ${maxBytes} bytes without its file` })
}

/**
 * Parses a call's input: the body of a POST, the query of a GET, or the JSON of a multipart body.
 *
 * @param received what was received of a request with a file
 * @throws HttpError 400 when the body is not of the endpoint's kind, 413 when more than its file is large, 422 with a
 *   sentence for each invalid field
 */
export async function readRequest<E extends Endpoint>(
  endpoint: E,
  c: Context,
  received: Received | null = null,
): Promise<ReadRequest<E>> {
  const sent = received?.sent ?? (await c.req.text())
  const input = received?.filePath ? parseJson(sent) : readInput(endpoint, sent, c)
  limitBesideFile(endpoint, sent, input)
  const result = v.safeParse<E['request']>(endpoint.request, input)
  if (result.success) return { request: result.output, sent }
  throw validationError(errorsOf(result.issues))
}

/** Names a call: in its request, and in every answer to it. */
export const keyHeader = 'Idempotency-Key'
const Key = v.pipe(v.string(), v.toLowerCase(), v.uuid())

/** The call's `Idempotency-Key`, or null where it is missing or malformed. */
export function findIdempotencyKey(c: Context): string | null {
  const result = v.safeParse(Key, c.req.header(keyHeader))
  return result.success ? result.output : null
}

/**
 * The call's `Idempotency-Key`, a UUID. A call without one gets one of its own, which nobody else hears of.
 *
 * @throws HttpError 422 when it is malformed
 */
export function readIdempotencyKey(c: Context): string {
  const key = findIdempotencyKey(c)
  if (key !== null) return key
  if (c.req.header(keyHeader) === undefined) return randomUUID()
  throw validationError({ [keyHeader]: [fieldMessages.invalid(keyHeader)] })
}
