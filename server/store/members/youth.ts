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

/** The members whose approval has its last moment before `now`, and is not marked as ended. */
export async function findEndedApprovals(db: Kysely<Database>, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('ya_status', '=', 'Approved')
    .where('ya_expires_at', '<', now)
    .execute()
  return rows.map(({ id }) => id)
}

/** The members whose application waits for its payment, and whose card has been deleted. */
export async function findLapsedApplications(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .leftJoin('student_cards', 'student_cards.member_id', 'members.id')
    .select('members.id')
    .where('ya_status', '=', 'Pending Payment')
    .where('student_cards.member_id', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The members whose application waits for a decision: those whose cards came first, first. That of a closed account
 * waits until it is opened again.
 */
export function findPendingApplications(db: Kysely<Database>) {
  return db
    .selectFrom('members')
    .leftJoin('student_cards', 'student_cards.member_id', 'members.id')
    .select(['members.id', 'first_name', 'last_name', 'chinese_name', 'member_no', 'stored_at as storedAt'])
    .where('ya_status', '=', 'Pending Approval')
    .where('active', '=', true)
    .orderBy('stored_at', (order) => order.asc().nullsLast())
    .orderBy('members.id')
    .execute()
}
