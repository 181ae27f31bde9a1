import type { Kysely, Transaction } from 'kysely'
import * as v from 'valibot'
import { youthStatuses } from '#contract/member/member.ts'
import { deletionAfterDecision } from '#server/domain/studentCard.ts'
import { tierEndOf } from '#server/domain/tiers.ts'
import { currentYouthStatus, nextYouthStatus, type YouthEvent, type YouthStatus } from '#server/domain/youth.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { findMember, findMemberByReference, lockMember, type MemberRow } from '#server/store/members/members.ts'
import { refundYouthPayment } from '#server/store/payments/payments.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { deleteStudentCardAt } from '#server/store/members/studentCards.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { endApprovals, setYouthStatus } from '#server/store/members/youth.ts'
import { type SealedCard, saveStudentCard } from './studentCards.ts'
import { findRecipient } from '../recipients.ts'

/** A member's status in the young audience scheme: an approval that has ended is Expired, even before that is saved. */
export function youthStatusOf(
  { ya_status: status, ya_expires_at: expiresAt }: Pick<MemberRow, 'ya_status' | 'ya_expires_at'>,
  now: Date,
): YouthStatus {
  return currentYouthStatus({ status: v.parse(v.picklist(youthStatuses), status), expiresAt }, now)
}

/** The same, read by the member's id. */
export async function readYouthStatus(db: Kysely<Database>, memberId: string, now: Date): Promise<YouthStatus> {
  const member = await findMember(db, memberId)
  if (!member) throw new Error('An application concerns a member who does not exist')
  return youthStatusOf(member, now)
}

/** What happened to an application, and why where an operator says so. */
export interface ApplicationStep {
  event: YouthEvent
  now: Date
  reason?: string
}

/**
 * Moves a member's application on. Locks the member's row. Resolves to null, and changes nothing, when the event is
 * refused.
 */
export async function moveApplication(
  db: Transaction<Database>,
  memberId: string,
  { event, now, reason }: ApplicationStep,
): Promise<YouthStatus | null> {
  const next = nextYouthStatus(youthStatusOf(await lockMember(db, memberId), now), event)
  if (next === null) return null
  const expiresAt = next === 'Approved' ? tierEndOf(now) : null
  await setYouthStatus(db, memberId, { status: next, expiresAt, reason: reason ?? null })
  return next
}

/** Whether a member can apply: no earlier application is being looked at, or approved. */
export function canApply(member: MemberRow, now: Date): boolean {
  return nextYouthStatus(youthStatusOf(member, now), 'applied') !== null
}

/**
 * Makes a member's application, with the student card in place of an earlier one. The caller has locked the member, who
 * can apply.
 */
export async function applyWith(db: Transaction<Database>, card: SealedCard, now: Date): Promise<void> {
  await saveStudentCard(db, card, now)
  if ((await moveApplication(db, card.memberId, { event: 'applied', now })) === null)
    throw new Error('An application was made that is refused')
}

/** An operator's decision about an application. `member`: email address, member number or id. */
export interface YouthDecision {
  member: string
  decision: { event: 'approved' } | { event: 'rejected'; reason: string }
  now: Date
  notify: NotifyMember
}

async function notifyApplicant(db: Transaction<Database>, memberId: string, { decision, now, notify }: YouthDecision) {
  const to = await findRecipient(db, memberId)
  if (decision.event === 'approved') await notify(db, to, { kind: 'youth_approved', end: tierEndOf(now) })
  else await notify(db, to, { kind: 'youth_rejected', reason: decision.reason })
}

/**
 * Decides an application, and tells the member by mail. The payment of a rejected one has to be refunded.
 *
 * @returns the status before, where the application cannot be decided
 */
export function decideApplication(
  db: ConnectionPool,
  made: YouthDecision,
): Promise<
  { kind: 'decided'; status: YouthStatus } | { kind: 'unknown_member' } | { kind: 'refused'; status: YouthStatus }
> {
  const { member: reference, decision, now } = made
  return inTransaction(db, async (transaction) => {
    const member = await findMemberByReference(transaction, reference)
    if (!member) return { kind: 'unknown_member' }
    const status = await moveApplication(transaction, member.id, { ...decision, now })
    if (status === null) return { kind: 'refused', status: await readYouthStatus(transaction, member.id, now) }
    await deleteStudentCardAt(transaction, member.id, deletionAfterDecision(now))
    if (decision.event === 'rejected') await refundYouthPayment(transaction, member.id)
    await notifyApplicant(transaction, member.id, made)
    return { kind: 'decided', status }
  })
}

/** Saves that approvals have ended, in one statement. Resolves to their number. */
export function expireApprovals(db: ConnectionPool, now: Date): Promise<number> {
  return endApprovals(db, now)
}
