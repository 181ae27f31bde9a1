import type { Transaction } from 'kysely'
import { fieldMessages } from '#contract/errors.ts'
import { errorCodeOf } from '#server/errorCode.ts'
import { Undecided } from '#server/handlers/handler.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import {
  findStoredAnswer,
  giveKeyBack,
  type KeyScope,
  lockNotAvailable,
  type RequestHashes,
  storeAnswer,
  type StoredAnswer,
  takeKey,
} from '#server/store/idempotency.ts'
import type { Database } from '#server/store/tables.ts'
import { atLast } from '#server/store/transactions.ts'
import { validationError } from './requests.ts'

/**
 * A request is the same if it was sent the same, even if this version reads more or less in it than the one that stored
 * the answer, or if it says the same.
 */
export function isSameRequest(one: RequestHashes, other: RequestHashes): boolean {
  return one.sentHash === other.sentHash || one.bodyHash === other.bodyHash
}

/**
 * What a request under a key is answered that has an answer.
 *
 * @throws HttpError 422 when the key was used for another request
 */
export function answerAgain(stored: StoredAnswer, hashes: RequestHashes): unknown {
  if (isSameRequest(stored, hashes)) return stored.answer
  throw validationError({ 'Idempotency-Key': [fieldMessages.used('Idempotency-Key')] })
}

const inProgress = () => new HttpError(409, { message: 'This request is in progress' }, 1)

/** A call under a key: who makes it, what it asks, and what it does. */
interface KeyedCall {
  scope: KeyScope
  hashes: RequestHashes
  now: Date
  /** Counts the call; rejects where it is over a limit. */
  count: () => Promise<unknown>
  /** Loads what the call decides on; resolves to the rest of it. */
  load: () => Promise<() => Promise<unknown>>
}

/**
 * Runs a call once per key, and answers a repetition with the stored answer, unless it was undecided. The answer is
 * stored in the transaction of its effect. Takes two round trips: the key, the count and what is loaded, which a
 * repetition loads in vain; then the effect, the answer and the commit.
 *
 * @throws HttpError 422 when the key was used for another request, 409 while the same request is in progress, 429 over
 *   a limit, also for a repetition: its answer needs no transaction
 */
export async function runIdempotently(
  db: Transaction<Database>,
  { scope, hashes, now, count, load }: KeyedCall,
): Promise<unknown> {
  const [taken, counted, loaded] = await Promise.allSettled([takeKey(db, scope, hashes, now), count(), load()])
  const key = valueOf(taken)
  if (key === 'in_progress') throw inProgress()
  if (key === 'used') {
    for (const one of [counted, loaded]) {
      // What is loaded in vain may refuse the call as well: too late for one that is done.
      if (one.status === 'fulfilled' || (one === loaded && one.reason instanceof HttpError)) continue
      throw errorCodeOf(one.reason) === lockNotAvailable ? inProgress() : one.reason
    }
    const stored = await findStoredAnswer(db, scope)
    if (!stored) throw inProgress()
    return answerAgain(stored, hashes)
  }
  valueOf(counted)
  const save = valueOf(loaded)
  const answer = await save()
  if (answer instanceof Undecided) {
    atLast(giveKeyBack(db, scope))
    return answer.answer
  }
  atLast(storeAnswer(db, scope, answer))
  return answer
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}
