import type { Transaction } from 'kysely'
import { debitsOfExpired, spend } from '#server/domain/ledger.ts'
import {
  addBucket,
  addDebits,
  addLedgerEntry,
  type Cause,
  findBuckets,
  findMembersWithExpiredPoints,
  hasExpiredPoints,
  type PointBucket,
} from '#server/store/points/ledger.ts'
import { lockMember } from '#server/store/members/members.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { attemptEach, type Failure } from '../attemptEach.ts'

/**
 * Gives points. The caller holds the member's row lock (`lockMember`).
 *
 * @param points a whole number from 0; an entry without points has no bucket
 * @returns the ledger entry's id
 */
export async function givePoints(
  db: Transaction<Database>,
  cause: Cause,
  points: number,
  expiresAt: Date | null,
): Promise<string> {
  const entryId = await addLedgerEntry(db, cause, points)
  if (points > 0) await addBucket(db, { memberId: cause.memberId, entryId, points, expiresAt })
  return entryId
}

/**
 * Takes points, those that expire first before others. The caller holds the member's row lock (`lockMember`).
 *
 * @param points a whole number above 0
 * @param read the member's buckets, if the caller has read them under this lock and changed nothing since
 * @returns the ledger entry's id; or how many points are available when there are too few, and nothing was taken
 */
export async function takePoints(
  db: Transaction<Database>,
  cause: Cause,
  points: number,
  read?: readonly PointBucket[],
): Promise<{ kind: 'taken'; entryId: string } | { kind: 'short'; available: number }> {
  const spending = spend(read ?? (await findBuckets(db, cause.memberId)), points, cause.now)
  if (spending.kind === 'short') return spending
  return { kind: 'taken', entryId: await addDebits(db, cause, spending.debits) }
}

/**
 * Takes points that the caller has counted under the member's row lock. Without any, the entry alone is made. Resolves
 * to its id.
 */
export async function takeCountedPoints(db: Transaction<Database>, cause: Cause, points: number): Promise<string> {
  if (points === 0) return addLedgerEntry(db, cause, 0)
  const taken = await takePoints(db, cause, points)
  if (taken.kind === 'short') throw new Error('Points that were counted under the member’s lock are gone')
  return taken.entryId
}

async function expireMember(db: Transaction<Database>, memberId: string, now: Date): Promise<number> {
  await lockMember(db, memberId)
  const debits = debitsOfExpired(await findBuckets(db, memberId), now)
  for (const debit of debits) {
    const cause = { memberId, code: 'Points Expired', reference: debit.bucketId, now }
    await addDebits(db, cause, [debit])
  }
  return debits.reduce((sum, { amount }) => sum + amount, 0)
}

/** Books a member's expired points out of the ledger. Idempotent. */
export async function expirePointsOf(db: ConnectionPool, memberId: string, now: Date): Promise<void> {
  if (await hasExpiredPoints(db, memberId, now))
    await inTransaction(db, (transaction) => expireMember(transaction, memberId, now))
}

/**
 * Books the expired points of all members out of the ledger, in a transaction for each. Idempotent, and a failure holds
 * up no other member.
 *
 * @returns how many points expired
 */
export async function expirePoints(db: ConnectionPool, now: Date): Promise<{ expired: number; failures: Failure[] }> {
  const { done, failures } = await attemptEach(await findMembersWithExpiredPoints(db, now), (id) =>
    inTransaction(db, (transaction) => expireMember(transaction, id, now)),
  )
  return { expired: done, failures }
}
