import {
  deleteUnprovedAccounts,
  deleteUnprovedMember,
  findUnprovedMembers,
} from '#server/store/members/unprovedAccounts.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { aboutAccount, recordAct } from '../acts.ts'
import { attemptEach, type Failure } from '../attemptEach.ts'

const keptMs = 90 * 24 * 60 * 60 * 1000
/** In one run; the next one goes on. */
const mostInARun = 1000

/**
 * Deletes accounts that are three months old, whose address nobody has proved, and that have neither points nor
 * anything else that is kept. Each in a transaction of its own: one that fails holds up no other.
 *
 * @returns how many were deleted
 */
export async function forgetUnprovedAccounts(
  db: ActingPool,
  now: Date,
): Promise<{ deleted: number; failures: Failure[] }> {
  const before = new Date(now.getTime() - keptMs)
  const { done, failures } = await attemptEach(await findUnprovedMembers(db, { before, now }, mostInARun), (id) =>
    inTransaction(db, async (transaction) => {
      if (!(await deleteUnprovedMember(transaction, id, { before, now }))) return false
      await recordAct(transaction, { action: 'account_forget', ...aboutAccount(id) })
      return true
    }),
  )
  const unused = await deleteUnprovedAccounts(db, before, now)
  return { deleted: done + unused, failures }
}
