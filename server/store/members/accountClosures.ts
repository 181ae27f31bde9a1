import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { reopenDays } from '#contract/member/closure.ts'
import { releaseRegistrations } from '../spending/eventRegistrations.ts'
import { idOf } from '../accountId.ts'
import type { Database } from '../tables.ts'
import { sha256 } from '../hash.ts'
import { emptyProfile } from './emptyProfile.ts'

/** How long a closed account can be opened again, in milliseconds. */
export const reopenableMs = reopenDays * 24 * 60 * 60 * 1000

/** A closure that is neither undone nor completed. */
const isPending = sql<boolean>`undone_at is null and completed_at is null`

/**
 * Records a member's request and closes the account, which ends its sign-ins (a trigger does) and gives places at
 * events back: others wait for them. Resolves to false when it is closed already. An earlier closure that an operator
 * has undone by hand is settled first.
 */
export async function beginClosure(
  db: Transaction<Database>,
  closure: { memberId: string; tokenHash: string; now: Date; closesAt: Date },
): Promise<boolean> {
  const { memberId, tokenHash, now, closesAt } = closure
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ active: false })
    .where('id', '=', memberId)
    .where('active', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await settleClosure(db, memberId, now)
  await db
    .insertInto('account_closures')
    .values({ member_id: memberId, token_hash: tokenHash, requested_at: now, closes_at: closesAt })
    .execute()
  await releaseRegistrations(db, memberId, now)
  return true
}

/**
 * Closes the account of a member whose address has proved to be somebody else’s: nobody gets a link to open it, only an
 * operator does.
 */
export async function closeWithoutAddress(db: Transaction<Database>, memberId: string, now: Date): Promise<void> {
  const closesAt = new Date(now.getTime() + reopenableMs)
  await beginClosure(db, { memberId, tokenHash: sha256(randomUUID()), now, closesAt })
  await db
    .updateTable('members')
    .set({ email: closedAddressOf(memberId) })
    .where('id', '=', memberId)
    .execute()
}

/** The address, of nobody, that stands for a closed account's. */
const closedAddressOf = (memberId: string) => `${memberId}@closed.invalid`

/**
 * Marks a member's pending closure as undone: its link opens nothing any more. Resolves to false when there is none.
 */
async function settleClosure(db: Transaction<Database>, memberId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_closures')
    .set({ undone_at: now })
    .where('member_id', '=', memberId)
    .where(isPending)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Until when a member's closed account can be reopened; null where it is open, or its data is deleted. */
export async function findClosureEnd(db: Kysely<Database>, memberId: string): Promise<Date | null> {
  const closure = db.selectFrom('account_closures').select('closes_at').where('member_id', '=', memberId)
  return (await closure.where(isPending).executeTakeFirst())?.closes_at ?? null
}

/** Undoes a member's closure for an operator. Resolves to false when there is none to undo. */
export async function undoClosureOfMember(db: Transaction<Database>, memberId: string, now: Date): Promise<boolean> {
  const isSettled = await settleClosure(db, memberId, now)
  if (isSettled) await db.updateTable('members').set({ active: true }).where('id', '=', memberId).execute()
  return isSettled
}

/** Undoes the closure of a link, until its time has come. Resolves to false when there is none to undo. */
export async function undoClosure(
  db: Transaction<Database>,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<boolean> {
  const undone = await db
    .updateTable('account_closures')
    .set({ undone_at: now })
    .where('token_hash', '=', tokenHash)
    .where('closes_at', '>', now)
    .where(isPending)
    .returning('member_id')
    .executeTakeFirst()
  if (!undone) return false
  await db.updateTable('members').set({ active: true }).where('id', '=', undone.member_id).execute()
  return true
}

/** Closures whose time has come, the oldest first. An account that an operator has opened by hand meanwhile stays. */
function dueClosures(db: Kysely<Database>, now: Date) {
  return db
    .selectFrom('account_closures')
    .innerJoin('members', 'members.id', 'member_id')
    .where('closes_at', '<=', now)
    .where('members.active', '=', false)
    .where(isPending)
    .orderBy('closes_at')
}

/** The ids of the closures to complete. */
export async function findDueClosures(db: Kysely<Database>, now: Date): Promise<string[]> {
  const due = await dueClosures(db, now).select('account_closures.id').execute()
  return due.map(({ id }) => id)
}

/** Locks a closure to complete. Null where another process has it, or has completed it, or it is undone. */
export async function lockDueClosure(db: Transaction<Database>, id: string, now: Date) {
  const due = await dueClosures(db, now)
    .where('account_closures.id', '=', id)
    .select(['account_closures.id', 'member_id as memberId', 'members.email', 'provider_subject as subject'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return due ?? null
}

/**
 * Removes what names a person: the account at the built-in provider, the profile, the student card, the earlier
 * membership's details, mails, what staff have written, and what was stored for repeated calls. The ledger stays, under
 * an id that names nobody: its entries are the club's books.
 */
export async function completeClosure(
  db: Transaction<Database>,
  closure: { id: string; memberId: string; email: string; subject: string; now: Date },
): Promise<void> {
  const { id, memberId, email, subject, now } = closure
  await db.deleteFrom('identity_accounts').where('id', '=', idOf(subject)).execute()
  const earlierAddress = db.selectFrom('old_members').select('email').where('migrated_by', '=', memberId)
  for (const table of ['mailbox', 'sent_mails'] as const)
    await db
      .deleteFrom(table)
      .where((mail) => mail.or([mail('recipient', '=', email), mail('recipient', 'in', earlierAddress)]))
      .execute()
  await db.deleteFrom('sent_mails').where('member_id', '=', memberId).execute()
  await sql`select forget_spent_by(${memberId})`.execute(db)
  await sql`select forget_reasons_of(${memberId})`.execute(db)
  const ownOrders = db.selectFrom('payment_orders').select('order_ref').where('member_id', '=', memberId)
  await db
    .updateTable('payments')
    .set({ refund_note: '' })
    .where('order_ref', 'in', ownOrders)
    .where('refund_note', 'is not', null)
    .execute()
  const ownEntries = db.selectFrom('point_transactions').select('id').where('member_id', '=', memberId)
  await releaseRegistrations(db, memberId, now)
  await db.updateTable('deliveries').set({ address: null }).where('transaction_id', 'in', ownEntries).execute()
  await db.updateTable('parcels').set({ tracking: null }).where('transaction_id', 'in', ownEntries).execute()
  await db
    .updateTable('miles_conversions')
    .set({ membership_no: null, first_name: null, last_name: null })
    .where('transaction_id', 'in', ownEntries)
    .execute()
  await db.deleteFrom('address_changes').where('member_id', '=', memberId).execute()
  await db.deleteFrom('member_notes').where('member_id', '=', memberId).execute()
  await db.deleteFrom('notices').where('member_id', '=', memberId).execute()
  await db.deleteFrom('unsubscribe_links').where('member_id', '=', memberId).execute()
  await db.deleteFrom('student_cards').where('member_id', '=', memberId).execute()
  await db.deleteFrom('idempotency_keys').where('member_id', '=', memberId).execute()
  await db.deleteFrom('ticket_sightings').where('member_id', '=', memberId).execute()
  await db
    .updateTable('members')
    .set({
      email: closedAddressOf(memberId),
      provider_subject: `closed ${memberId}`,
      email_verified: false,
      provider_email_verified: false,
      ...emptyProfile,
      member_no: null,
      ya_reason: null,
    })
    .where('id', '=', memberId)
    .execute()
  await db.updateTable('account_closures').set({ completed_at: now }).where('id', '=', id).execute()
}

/** Every closure, newest first, as operators see it. */
export function findClosures(db: Kysely<Database>) {
  return db
    .selectFrom('account_closures')
    .innerJoin('members', 'members.id', 'member_id')
    .select(['members.email', 'members.member_no as memberNo', 'member_id as memberId'])
    .select([
      'requested_at as requestedAt',
      'closes_at as closesAt',
      'undone_at as undoneAt',
      'completed_at as completedAt',
    ])
    .orderBy('requested_at', 'desc')
    .orderBy('account_closures.id', 'desc')
    .execute()
}
