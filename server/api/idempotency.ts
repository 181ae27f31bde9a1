import type { Transaction } from 'kysely'
import { fieldMessages } from '#contract/errors.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import { findStoredAnswer, type KeyScope, type RequestHashes, storeAnswer, takeKey } from '#server/store/idempotency.ts'
import type { Database } from '#server/store/tables.ts'
import { validationError } from './requests.ts'

const inProgress = () => new HttpError(409, { message: 'This request is in progress' }, 1)

/**
 * Runs `work` once per key, and answers a repetition with the stored answer. The answer is stored in the transaction of
 * its effect.
 *
 * A request is the same if it was sent the same, even if this version reads more or less in it than the one that stored
 * the answer, or if it says the same.
 *
 * @throws HttpError 422 when the key was used for another request, 409 while the same request is in progress
 */
export async function runIdempotently(
  db: Transaction<Database>,
  scope: KeyScope,
  hashes: RequestHashes,
  now: Date,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = await takeKey(db, scope, hashes, now)
  if (key === 'in_progress') throw inProgress()
  if (key === 'used') {
    const stored = await findStoredAnswer(db, scope)
    if (!stored) throw inProgress()
    if (stored.sentHash === hashes.sentHash || stored.bodyHash === hashes.bodyHash) return stored.answer
    throw validationError({ 'Idempotency-Key': [fieldMessages.used('Idempotency-Key')] })
  }
  const answer = await work()
  await storeAnswer(db, scope, answer)
  return answer
}
