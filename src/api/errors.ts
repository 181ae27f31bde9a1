/**
 * Why a call brought no usable answer.
 *
 * - network: nothing came back, or the answer broke off: no connection, refused, reset, a redirect (the API never redirects).
 * - timeout: no complete answer in time. The server may or may not have done what was asked.
 * - aborted: the caller gave it up, or a newer call to the same endpoint took its place.
 * - http: the server answered with an error status. `message` is a sentence (the server's own where it sent one), `fields` names
 *   refused fields with their sentences, `retryAfterMs` how long the server asked to wait (null where it did not ask).
 * - unreadable: an answer that the contract does not know. `field` is the dot path of the first value that did not fit, null
 *   where the whole answer did not (HTML, cut JSON).
 * - too_large: an answer beyond the contract's limit; it was not read.
 */
export type ApiError =
  | { kind: 'network' }
  | { kind: 'timeout' }
  | { kind: 'aborted' }
  | {
      kind: 'http'
      status: number
      message: string
      fields: Record<string, string[]>
      retryAfterMs: number | null
    }
  | { kind: 'unreadable'; status: number; field: string | null; detail: string }
  | { kind: 'too_large'; status: number }

/** What a call resolves to. Calls never throw. */
export type Result<T> = { ok: true; data: T } | { ok: false; error: ApiError }
