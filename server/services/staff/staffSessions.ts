import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Place } from '#server/domain/userAgent.ts'
import { sha256 } from '#server/store/hash.ts'
import { isOnStaff } from '#server/store/staff/staffMembers.ts'
import { addStaffSession, deleteStaffSession, findStaffSession } from '#server/store/staff/staffSessions.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'

/** How long a session of staff lasts, in milliseconds. */
export const staffSessionMs = 12 * 60 * 60 * 1000

/** Begins a session for somebody who has just proved to be there. */
export async function beginStaffSession(
  db: Transaction<Database>,
  { accountId, now, ...place }: Place & { accountId: string; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + staffSessionMs)
  await addStaffSession(db, { tokenHash: sha256(token), accountId, now, expiresAt, ...place })
  return token
}

/**
 * Begins a session for a member of staff who has just proved to be there, and ends the one that the browser had: a
 * session that somebody else has put there is worth nothing. Whoever proves to be there again signs in again, too. Null
 * where the account serves the club no more.
 */
export function signInStaff(
  db: ConnectionPool,
  { earlier, ...session }: Place & { accountId: string; now: Date; earlier: string | null },
): Promise<string | null> {
  return inTransaction(db, async (transaction) => {
    if (!(await isOnStaff(transaction, session.accountId))) return null
    if (earlier !== null) await deleteStaffSession(transaction, sha256(earlier))
    return beginStaffSession(transaction, session)
  })
}

/** The member of staff whose session a token is; undefined where it has ended, or they serve the club no more. */
export function readStaffSession(db: Kysely<Database>, token: string, now: Date) {
  return findStaffSession(db, sha256(token), now)
}

/** Ends a session. */
export function signOutStaff(db: ConnectionPool, token: string): Promise<void> {
  return deleteStaffSession(db, sha256(token))
}
