import { tierEndOf } from '#contract/member/renewal.ts'
import type { Kysely, Transaction } from 'kysely'
import * as v from 'valibot'
import { youthStatuses } from '#contract/member/member.ts'
import { deletionAfterDecision, deletionOf } from '#server/domain/studentCard.ts'
import { currentYouthStatus, nextYouthStatus, type YouthEvent, type YouthStatus } from '#server/domain/youth.ts'
import type { LocalizedText } from '#contract/language.ts'
import type { Undo } from '#contract/staff/schemas.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { findMember, lockMember, type MemberRow, requireMember } from '#server/store/members/members.ts'
import { keepYouthPayment, refundYouthPayment } from '#server/store/payments/payments.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import { deleteStudentCardAt, findStudentCard, keepStudentCardUntil } from '#server/store/members/studentCards.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { findEndedApprovals, findLapsedApplications, setYouthStatus } from '#server/store/members/youth.ts'
import { findLastAct } from '#server/store/staffActs.ts'
import { FactMoment, type Inverse, recordAct, recordUndoableAct } from '../acts.ts'
import { attemptEach, type Failure } from '../attemptEach.ts'
import { type CardSaving, type MemberCard, saveStudentCard } from './studentCards.ts'
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
  return youthStatusOf(await requireMember(db, memberId), now)
}

/** What happened to an application, and why where staff say so. */
interface ApplicationStep {
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
  // Whoever decides it has half a year, too.
  if (event === 'paid') await keepStudentCardUntil(db, memberId, deletionOf(now))
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
export async function applyWith(db: Transaction<Database>, card: MemberCard, saving: CardSaving): Promise<void> {
  await saveStudentCard(db, card, saving)
  if ((await moveApplication(db, card.memberId, { event: 'applied', now: saving.now })) === null)
    throw new Error('An application was made that is refused')
}

/**
 * Ends the applications that nobody has paid before their card is deleted: who paid one would buy what nobody can
 * decide. Those members apply again.
 */
export async function lapseApplications(db: ConnectionPool, now: Date): Promise<{ failures: Failure[] }> {
  const { failures } = await attemptEach(await findLapsedApplications(db, now), (memberId) =>
    inTransaction(db, async (transaction) => {
      await lockMember(transaction, memberId)
      const card = await findStudentCard(transaction, memberId)
      if (card && card.delete_at > now) return false
      return (await moveApplication(transaction, memberId, { event: 'lapsed', now })) !== null
    }),
  )
  return { failures }
}

/**
 * A decision of staff about an application. `card`: when the card came that it was decided by, null without one;
 * undefined where nobody says. `reason`: of a text in every language, the member reads their own.
 */
export interface YouthDecision {
  memberId: string
  card?: Date | null
  decision: { event: 'approved' } | { event: 'rejected'; reason: string | LocalizedText }
  now: Date
  notify: NotifyMember
}

const aboutApplication = (memberId: string) => ({ subject: { kind: 'application', id: memberId } as const, memberId })

/**
 * Decides an application, and tells the member by mail. The payment of a rejected one has to be refunded.
 *
 * @returns the status before, and who has decided it, where the application cannot be decided; `other_card` where
 *   another card has come since
 */
export function decideApplication(
  db: ActingPool,
  made: YouthDecision,
): Promise<
  | { kind: 'decided'; status: YouthStatus; undo: Undo }
  | { kind: 'unknown_member' }
  | { kind: 'other_card' }
  | { kind: 'refused'; status: YouthStatus; by: { actor: string; at: Date } | null }
> {
  const { memberId, card, decision, now, notify } = made
  return inTransaction(db, async (transaction) => {
    if (!(await findMember(transaction, memberId))) return { kind: 'unknown_member' }
    const member = await lockMember(transaction, memberId)
    // That of a closed account waits until it is opened again.
    if (!member.active) return { kind: 'unknown_member' }
    const before = youthStatusOf(member, now)
    const about = aboutApplication(memberId)
    const stored = await findStudentCard(transaction, memberId)
    if (before === 'Pending Approval' && card !== undefined) {
      if (stored?.stored_at.getTime() !== card?.getTime()) return { kind: 'other_card' }
    }
    const to = await findRecipient(transaction, memberId)
    const words = decision.event === 'rejected' ? decision.reason : null
    const reason = words === null || typeof words === 'string' ? words : words[to.language]
    const step = { event: decision.event, now, ...(reason === null ? {} : { reason }) }
    const status = await moveApplication(transaction, memberId, step)
    if (status === null) {
      const isDecided = before !== 'Pending Payment' && before !== 'N/A'
      const by = isDecided ? await findLastAct(transaction, about.subject, ['youth_approve', 'youth_reject']) : null
      return { kind: 'refused', status: before, by }
    }
    await deleteStudentCardAt(transaction, memberId, deletionAfterDecision(now))
    const act = { ...about, before: { status: before }, after: { status } }
    const payRef = reason === null ? null : await refundYouthPayment(transaction, memberId, 'rejected')
    const facts = { deleteAt: stored?.delete_at.toISOString() ?? null, payRef }
    const undo = await recordUndoableAct(
      transaction,
      reason === null ? { action: 'youth_approve', ...act } : { action: 'youth_reject', ...act, reason },
      facts,
    )
    const notice =
      reason === null
        ? ({ kind: 'youth_approved', end: tierEndOf(now) } as const)
        : ({ kind: 'youth_rejected', reason } as const)
    await notify(transaction, to, notice, undo)
    return { kind: 'decided', status, undo }
  })
}

/** What a decision has changed besides the status: when the card is deleted, and which payment is to be refunded. */
const Undecided = v.object({ deleteAt: v.nullable(FactMoment), payRef: v.nullable(v.string()) })

/** An application waits for a decision again. One that the member has made anew since, or that has ended, does not. */
export const reopenApplication: Inverse = async (db, { subjectId: memberId, facts, after }, now) => {
  const { deleteAt, payRef } = v.parse(Undecided, facts)
  const member = await lockMember(db, memberId)
  if (!member.active || youthStatusOf(member, now) !== after?.status) return 'changed'
  if ((await moveApplication(db, memberId, { event: 'undone', now })) === null) return 'changed'
  if (payRef !== null && !(await keepYouthPayment(db, payRef))) return 'changed'
  if (deleteAt !== null) await keepStudentCardUntil(db, memberId, deleteAt)
  return 'undone'
}

/**
 * Saves that approvals have ended, and tells the members: each in a transaction of its own, once, also in several
 * processes and late.
 */
export async function expireApprovals(
  db: ActingPool,
  { now, notify }: { now: Date; notify: NotifyMember },
): Promise<{ ended: number; failures: Failure[] }> {
  const { done, failures } = await attemptEach(await findEndedApprovals(db, now), (memberId) =>
    inTransaction(db, async (transaction) => {
      const { ya_status: status, ya_expires_at: end, active } = await lockMember(transaction, memberId)
      if (status !== 'Approved' || end === null || end >= now) return false
      await setYouthStatus(transaction, memberId, { status: 'Expired', expiresAt: null, reason: null })
      const change = { before: { status }, after: { status: 'Expired' } }
      await recordAct(transaction, { action: 'youth_expire', ...aboutApplication(memberId), ...change })
      if (active) await notify(transaction, await findRecipient(transaction, memberId), { kind: 'youth_ended', end })
      return true
    }),
  )
  return { ended: done, failures }
}
