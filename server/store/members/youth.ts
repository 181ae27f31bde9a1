import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables.ts'

/** Sets a member's status in the young audience scheme. */
export async function setYouthStatus(
  db: Transaction<Database>,
  memberId: string,
  { status, expiresAt, reason }: { status: string; expiresAt: Date | null; reason: string | null },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ ya_status: status, ya_expires_at: expiresAt, ya_reason: reason })
    .where('id', '=', memberId)
    .execute()
}

/** Marks approvals whose last moment is before `now` as ended. Resolves to their number. */
export async function endApprovals(db: Kysely<Database>, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ ya_status: 'Expired', ya_expires_at: null })
    .where('ya_status', '=', 'Approved')
    .where('ya_expires_at', '<', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The members in the scheme, those who wait for a decision first. */
export function findApplicants(db: Kysely<Database>) {
  return db
    .selectFrom('members')
    .selectAll()
    .where('ya_status', '<>', 'N/A')
    .orderBy((row) => row('ya_status', '<>', 'Pending Approval'))
    .orderBy('ya_status')
    .orderBy('email')
    .execute()
}
