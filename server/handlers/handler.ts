import type { Transaction } from 'kysely'
import type { Endpoint, KeyedEndpoint, MemberAccess, ParsedRequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import type { ClubRules, HandlerDependencies } from './handlerDependencies.ts'

/** What a handler gets besides the parsed request. Services open their own transactions. */
export interface CallContext<E extends Endpoint = Endpoint> {
  db: ConnectionPool
  /** The signed-in member's id; null for a visitor. */
  memberId: E['access'] extends MemberAccess ? string : string | null
  /** The call's club token; null for a visitor. */
  token: E['access'] extends MemberAccess ? string : string | null
  now: Date
  /** The network address that the call comes from; empty if it does not come over the network. */
  address: string
  /** Runs work that hashes or compares a password, after all such work of the same network address. */
  inAddressQueue: <T>(work: () => Promise<T>) => Promise<T>
  dependencies: HandlerDependencies
}

/**
 * What the saving half of a keyed handler gets: the transaction and plain values, and so no way to another connection
 * or system.
 */
export interface SaveContext {
  db: Transaction<Database>
  memberId: string
  now: Date
  rules: ClubRules
}

/**
 * Saves the effect of a call. Runs in the transaction that also stores the answer under its key, so that both commit
 * together.
 */
export type Save<E extends Endpoint> = (context: SaveContext) => Promise<SentAnswerOf<E>>

/**
 * One endpoint's handler: request in, answer out. Throws an `HttpError` to answer with an error status. An endpoint
 * with a key has two halves, made by `keyed`.
 */
export type Handler<E extends Endpoint> = (
  request: ParsedRequestOf<E>,
  context: CallContext<E>,
) => Promise<E extends KeyedEndpoint ? Save<E> : SentAnswerOf<E>>

/**
 * A handler of an endpoint with a key: `prepare` parses and asks, before the transaction; `save` loads, decides and
 * saves, inside it. `save` may run again, and must have no effect outside its transaction.
 */
export function keyed<E extends KeyedEndpoint, Prepared>(
  prepare: (request: ParsedRequestOf<E>, context: CallContext<E>) => Promise<Prepared>,
  save: (prepared: Prepared, context: SaveContext) => Promise<SentAnswerOf<E>>,
): (request: ParsedRequestOf<E>, context: CallContext<E>) => Promise<Save<E>> {
  return async (request, context) => {
    const prepared = await prepare(request, context)
    return (inTransaction) => save(prepared, inTransaction)
  }
}
