import type { StaffRefusal } from '#contract/errors.ts'

/**
 * Why a call has no usable answer.
 *
 * - network: no response: no connection, refused, reset, a redirect (the API never redirects).
 * - cut_off: a response that began well and broke off. The server may have done the work.
 * - timeout: no complete answer in time. The server may or may not have done the work.
 * - aborted: by the caller, or by a newer call to the same endpoint.
 * - http: an error status. `message` is a sentence (the server's where it sent one), `fields` has the sentences of
 *   refused fields, `retryAfterMs` is how long the server asked to wait, or null. `inShape`: the body has the
 *   contract's error shape, so it is the API that answered, and not a proxy or a captive portal.
 *   `refusal`: why a call of staff was refused.
 * - unreadable: an answer that does not fit the contract. `field` is the dot path of the first value that does not fit,
 *   null where the whole answer does not (HTML, cut JSON, the answer to another call).
 * - too_large: an answer beyond the contract's limit; it was not read.
 */
export type ApiError =
  | { kind: 'network' }
  | { kind: 'cut_off'; status: number }
  | { kind: 'timeout' }
  | { kind: 'aborted' }
  | {
      kind: 'http'
      status: number
      message: string
      fields: Record<string, string[]>
      inShape: boolean
      retryAfterMs: number | null
      refusal?: StaffRefusal | undefined
    }
  | { kind: 'unreadable'; status: number; field: string | null; detail: string }
  | { kind: 'too_large'; status: number }

/** What a call resolves to. Calls never throw. */
export type Result<T> = { ok: true; data: T } | { ok: false; error: ApiError }
