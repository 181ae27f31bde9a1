import type { Transaction } from 'kysely'
import { fieldMessages } from '#contract/errors.ts'
import { Refusal } from '#server/handlers/handler.ts'
import { findKeptAnswer, keepAnswer, type KeyScope, tryTakeKey } from '#server/store/idempotency.ts'
import type { Database } from '#server/store/tables.ts'
import { refuseFields } from './requests.ts'

/**
 * Does `work` once for each key: the same request again gets the same answer, kept in the transaction of its effect.
 *
 * @param bodyHash SHA-256 of what the request says
 * @throws Refusal 422 where the key stands for another request, 409 where the same one is being treated at this moment
 */
export async function answerOnce(
  db: Transaction<Database>,
  scope: KeyScope,
  bodyHash: string,
  now: Date,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (!(await tryTakeKey(db, scope))) throw new Refusal(409, { message: 'This request is in progress' }, 1)
  const kept = await findKeptAnswer(db, scope)
  if (kept) {
    if (kept.bodyHash === bodyHash) return kept.answer
    throw refuseFields({ 'Idempotency-Key': [fieldMessages.used('Idempotency-Key')] })
  }
  const answer = await work()
  await keepAnswer(db, scope, { bodyHash, answer, now })
  return answer
}
