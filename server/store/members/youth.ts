import type { Kysely, Transaction } from 'kysely'
import { refundYouthPayment } from '../payments/payments.ts'
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

/**
 * Gives an application up that nobody will decide; what was paid for it has to be refunded. The caller has locked the
 * member.
 */
export async function abandonApplication(
  db: Transaction<Database>,
  memberId: string,
  reason: 'inactive' | 'not_awaited',
): Promise<void> {
  const { ya_status: status } = await db
    .selectFrom('members')
    .select('ya_status')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (status !== 'Pending Payment' && status !== 'Pending Approval') return
  await setYouthStatus(db, memberId, { status: 'N/A', expiresAt: null, reason: null })
  if (status === 'Pending Approval') await refundYouthPayment(db, memberId, reason)
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

/** The members whose application waits for its payment, and whose card is gone, or about to be deleted. */
export async function findLapsedApplications(db: Kysely<Database>, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .leftJoin('student_cards', 'student_cards.member_id', 'members.id')
    .select('members.id')
    .where('ya_status', '=', 'Pending Payment')
    .where((row) => row.or([row('student_cards.member_id', 'is', null), row('delete_at', '<=', now)]))
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
