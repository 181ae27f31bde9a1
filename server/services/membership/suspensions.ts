import type { NotifyMember } from '#server/mail/memberMails.ts'
import { findMember, lockMember, setSuspension } from '#server/store/members/members.ts'
import { findLastAct } from '#server/store/staffActs.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'
import { findRecipient } from '../recipients.ts'

/** A suspension, or its end. `reason`: the member reads it. */
interface SuspensionChange {
  memberId: string
  isSuspended: boolean
  reason: string
  now: Date
  notify: NotifyMember
}

/** What became of it. `unchanged`: it was so already, and who has done that. */
type Suspended =
  | { kind: 'suspended' | 'lifted' | 'unknown_member' | 'closed' }
  | { kind: 'unchanged'; by: { actor: string; at: Date } | null }

/**
 * Suspends a member, or lifts that, and tells them by mail. The lock of the member is the one in which they spend: what
 * is spent comes before a suspension or is refused.
 */
export function changeSuspension(
  db: ActingPool,
  { memberId, isSuspended, reason, now, notify }: SuspensionChange,
): Promise<Suspended> {
  return inTransaction(db, async (transaction) => {
    if (!(await findMember(transaction, memberId))) return { kind: 'unknown_member' }
    const member = await lockMember(transaction, memberId)
    if (!member.active) return { kind: 'closed' }
    const subject = { kind: 'account', id: memberId } as const
    const action = isSuspended ? 'member_suspend' : 'member_resume'
    if ((member.suspended_at !== null) === isSuspended)
      return { kind: 'unchanged', by: await findLastAct(transaction, subject, [action]) }
    await setSuspension(transaction, memberId, isSuspended ? { since: now, reason } : null)
    await recordAct(transaction, { action, subject, memberId, reason })
    const notice = isSuspended ? 'member_suspended' : 'suspension_lifted'
    await notify(transaction, await findRecipient(transaction, memberId), { kind: notice, reason })
    return { kind: isSuspended ? 'suspended' : 'lifted' }
  })
}
