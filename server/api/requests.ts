import type { Context } from 'hono'
import * as v from 'valibot'
import type { Endpoint, ParsedRequestOf } from '#contract/endpoint.ts'
import { fieldMessages } from '#contract/errors.ts'
import { Refusal } from '#server/handlers/handler.ts'

/** The specification's title for an answer about refused fields (its section 8). */
const title = 'Validation Error'

/** Refuses fields by the specification's sentences, with 422. */
export function refuseFields(errors: Record<string, string[]>): Refusal {
  return new Refusal(422, { message: title, errors })
}

/** The innermost name on the way to a value: `ticket_info.ticket_no` is called "ticket_no". */
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

/** The JSON that a POST carries; nothing at all counts as an empty object. */
async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return {}
  if (!jsonType.test(c.req.header('content-type') ?? ''))
    throw new Refusal(400, { message: 'The body must be JSON, with Content-Type: application/json' })
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, { message: 'The body is not JSON' })
  }
}

/**
 * Reads and checks what a call sends: the body of a POST, the query of a GET.
 *
 * @throws Refusal 400 for what is not JSON, 422 with a sentence for each refused field
 */
export async function readRequest<E extends Endpoint>(endpoint: E, c: Context): Promise<ParsedRequestOf<E>> {
  const input = endpoint.method === 'POST' ? await readJson(c) : c.req.query()
  const result = v.safeParse<E['request']>(endpoint.request, input)
  if (result.success) return result.output
  throw refuseFields(errorsOf(result.issues))
}

const Key = v.pipe(v.string(), v.toLowerCase(), v.uuid())

/**
 * The call's `Idempotency-Key`, a UUID.
 *
 * @throws Refusal 422 where it is missing or malformed
 */
export function readIdempotencyKey(c: Context): string {
  const name = 'Idempotency-Key'
  const given = c.req.header(name)
  if (!given) throw refuseFields({ [name]: [fieldMessages.required(name)] })
  const result = v.safeParse(Key, given)
  if (!result.success) throw refuseFields({ [name]: [fieldMessages.invalid(name)] })
  return result.output
}
