import type { Kysely, Transaction } from 'kysely'
import type { Endpoint, ParsedRequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import type { Database } from '#server/store/tables.ts'
import type { HandlerDependencies } from './handlerDependencies.ts'

/** What a handler gets besides the parsed request. */
export interface CallContext<E extends Endpoint = Endpoint> {
  /**
   * The connection pool; services open their own transactions. For an idempotent endpoint, the transaction that also stores the answer
   * under its key, so that effect and answer commit together.
   */
  db: E extends { idempotency: 'required' } ? Transaction<Database> : Kysely<Database>
  /** The signed-in member's id; null for a visitor. */
  memberId: E['access'] extends 'member' ? string : string | null
  /** SHA-256 of the call's club token; null for a visitor. */
  tokenHash: E['access'] extends 'member' ? string : string | null
  now: Date
  dependencies: HandlerDependencies
}

/** One endpoint's handler: request in, answer out. Throws an `HttpError` to answer with an error status. */
export type Handler<E extends Endpoint> = (
  request: ParsedRequestOf<E>,
  context: CallContext<E>,
) => Promise<SentAnswerOf<E>>
