import * as v from 'valibot'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { maxAnswerBytes, ErrorBody } from '#contract/errors.ts'
import type { ApiError, Result } from './errors.ts'
import { readRetryAfter } from './retryAfter.ts'

/**
 * Reads a response as the endpoint's answer. Rejects only if the connection breaks while a successful answer's body is
 * read.
 */
export async function readAnswer<E extends Endpoint>(target: E, response: Response): Promise<Result<AnswerOf<E>>> {
  if (!response.ok) return { ok: false, error: await readHttpError(response) }
  const { status } = response
  const bytes = await readBytes(response)
  if (!bytes) return { ok: false, error: { kind: 'too_large', status } }
  const json = parseJson(bytes)
  if (!json) {
    const type = response.headers.get('content-type') ?? 'of no type'
    return { ok: false, error: { kind: 'unreadable', status, field: null, detail: `no JSON, but ${type}` } }
  }
  const parsed = v.safeParse(target.answer, json.value)
  if (parsed.success) return { ok: true, data: parsed.output }
  const [issue] = parsed.issues
  return {
    ok: false,
    error: { kind: 'unreadable', status, field: v.getDotPath(issue), detail: issue.message },
  }
}

/** The error value of an error status. The body only adds details: the status decides. */
export async function readHttpError(response: Response): Promise<ApiError> {
  const bytes = await readBytes(response).catch(() => null)
  const parsed = v.safeParse(ErrorBody, bytes ? parseJson(bytes)?.value : undefined)
  const body = parsed.success ? parsed.output : null
  return {
    kind: 'http',
    status: response.status,
    message: body?.message ?? `The server answered with status ${response.status}.`,
    fields: body?.errors ?? {},
    refusal: body?.refusal,
    inShape: body !== null,
    retryAfterMs: readRetryAfter(response.headers, Date.now()),
  }
}

/** Reads a body up to the contract's limit; null when it is larger; the rest is not read. */
async function readBytes(response: Response): Promise<Uint8Array | null> {
  if (!response.body) return new Uint8Array()
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(chunks, size)
    size += value.byteLength
    if (size > maxAnswerBytes) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

/** The parsed value, boxed because it may be null; null when the bytes are not UTF-8 or not JSON. */
function parseJson(bytes: Uint8Array): { value: unknown } | null {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return null
  }
}
