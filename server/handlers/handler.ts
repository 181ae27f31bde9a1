import type { Kysely, Transaction } from 'kysely'
import type { Endpoint, ParsedRequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { Database } from '#server/store/tables.ts'
import type { Services } from './handlerDependencies.ts'

/** What a handler works with besides the parsed request. */
export interface CallContext<E extends Endpoint = Endpoint> {
  /** For POST a transaction that commits when the handler returns, for GET the pool. */
  db: E['method'] extends 'POST' ? Transaction<Database> : Kysely<Database>
  /** The signed-in member's id; on public endpoints null. */
  memberId: E['access'] extends 'member' ? string : string | null
  /** SHA-256 of the club token that the call carries, null where it carries none. */
  tokenHash: string | null
  now: Date
  services: Services
}

/** One endpoint's handler: request in, answer out. Throws a `Refusal` for an answer with an error status. */
export type Handler<E extends Endpoint> = (
  request: ParsedRequestOf<E>,
  context: CallContext<E>,
) => Promise<SentAnswerOf<E>>

/**
 * An answer with an error status. Thrown by handlers; the transaction rolls back. `retryAfterSeconds` becomes the `Retry-After`
 * header, where trying again later makes sense.
 */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503
  readonly body: ErrorBody
  readonly retryAfterSeconds: number | null

  constructor(status: Refusal['status'], body: ErrorBody, retryAfterSeconds: number | null = null) {
    super(body.message)
    this.status = status
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}
