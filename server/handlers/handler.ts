import type { Transaction } from 'kysely'
import type {
  BoxOfficeAccess,
  Endpoint,
  KeyedEndpoint,
  MemberAccess,
  ParsedRequestOf,
  SentAnswerOf,
  StaffAccess,
} from '#contract/endpoint.ts'
import type { ApiKey } from '#server/services/staff/apiKeys.ts'
import type { Staff } from '#server/staff/staffSession.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import type { ClubRules, HandlerDependencies } from './handlerDependencies.ts'

/** What a handler gets besides the parsed request. Services open their own transactions. */
export interface CallContext<E extends Endpoint = Endpoint> {
  /** For staff and machines, what is done by it is done as theirs. */
  db: E['access'] extends StaffAccess | BoxOfficeAccess ? ActingPool : ConnectionPool
  now: Date
  /** The signed-in member's id; null for a visitor, and for staff. */
  memberId: E['access'] extends MemberAccess ? string : string | null
  /** The call's club token; null for a visitor, and for staff. */
  token: E['access'] extends MemberAccess ? string : string | null
  /** The version of the published contents, which was read with the member's session; null without one. */
  contentsVersion: string | null
  /** Who of the staff calls; null for members and visitors. */
  staff: E['access'] extends StaffAccess ? Staff : Staff | null
  /** The machine of the box office that calls; null for everybody else. */
  key: E['access'] extends BoxOfficeAccess ? ApiKey : ApiKey | null
  /** The file that came in a form; null without one. It is deleted once the handler has answered, also in lines. */
  filePath: string | null
  /** The network address that the call comes from; empty if it does not come over the network. */
  address: string
  /** What the call says it is made with (`User-Agent`). */
  userAgent: string | null
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
 * What a call does in the transaction that also stores the answer under its key, so that both commit together: it loads
 * what it decides on, of which nothing is known yet about the key, and then, if the key is new, decides and saves.
 */
export interface Save<E extends Endpoint> {
  (context: SaveContext): Promise<() => Promise<SentAnswerOf<E> | Undecided<SentAnswerOf<E>>>>
  /** For what it waits in turn before its transaction (`gate/turns.ts`); null where for nothing. */
  wanted: string | null
}

/**
 * One endpoint's handler: request in, answer out. Throws an `HttpError` to answer with an error status. An endpoint
 * with a key has two halves, made by `keyed`.
 */
export type Handler<E extends Endpoint> = (
  request: ParsedRequestOf<E>,
  context: CallContext<E>,
) => Promise<
  E extends KeyedEndpoint ? Save<E> : SentAnswerOf<E> | AnswerFile | AnswerBytes | AnswerLines<SentAnswerOf<E>>
>

/** An answer of any size: a file of JSON on this machine's disk, which is deleted once it is sent. */
export class AnswerFile {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}

/** A file that is drawn in the page. */
export class AnswerBytes {
  readonly type: string
  readonly bytes: Buffer

  constructor(type: string, bytes: Buffer) {
    this.type = type
    this.bytes = bytes
  }
}

/** An answer in lines: `work` sends the first ones while it goes on, and resolves to the last. */
export class AnswerLines<Line> {
  readonly work: (send: (line: Line) => void) => Promise<Line>

  constructor(work: (send: (line: Line) => void) => Promise<Line>) {
    this.work = work
  }
}

/**
 * An answer that may be another later, such as that a ticket is not known yet. It is not stored: the same key asks
 * again.
 */
export class Undecided<Answer> {
  readonly answer: Answer

  constructor(answer: Answer) {
    this.answer = answer
  }
}

/** For `keyed`, where the saving half reads as it goes. */
export const loadsNothing = () => Promise.resolve(undefined)

/**
 * A handler of an endpoint with a key: `prepare` parses and asks, before the transaction; `load` locks and reads,
 * inside it, in one round trip with the key; `save` decides and saves. `load` and `save` may run again, and must have
 * no effect outside their transaction; `load` has none at all, because a repeated call runs it, too. `wanted`: what its
 * transaction locks that many want at once.
 */
export function keyed<E extends KeyedEndpoint, Prepared, Loaded>({
  prepare,
  wanted,
  load,
  save,
}: {
  prepare: (request: ParsedRequestOf<E>, context: CallContext<E>) => Promise<Prepared>
  wanted?: (prepared: Prepared) => string | null
  load: (prepared: Prepared, context: SaveContext) => Promise<Loaded>
  save: (prepared: Prepared, loaded: Loaded, context: SaveContext) => ReturnType<Awaited<ReturnType<Save<E>>>>
}): (request: ParsedRequestOf<E>, context: CallContext<E>) => Promise<Save<E>> {
  return async (request, context) => {
    const prepared = await prepare(request, context)
    const run = async (within: SaveContext) => {
      const loaded = await load(prepared, within)
      return () => save(prepared, loaded, within)
    }
    return Object.assign(run, { wanted: wanted?.(prepared) ?? null })
  }
}
