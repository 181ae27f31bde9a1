import { isRepeatable } from '#contract/staff/mails.ts'
import { addMail, findMailTo, hurryMail } from '#server/store/mailOutbox.ts'
import { findMember, lockMember, type MemberRow } from '#server/store/members/members.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { aboutAccount, recordAct } from '../acts.ts'
import { findRecipient } from '../recipients.ts'

/**
 * Sends a mail to a member's present address again: one that failed or waits now, any other anew, if its kind allows
 * that. `mail`: its key in the timeline. `reason`: the member reads it.
 */
export function repeatMail(
  db: ActingPool,
  { memberId, mail: key, reason, now }: { memberId: string; mail: string; reason: string; now: Date },
): Promise<'queued' | 'unknown' | 'refused' | 'closed'> {
  return inTransaction(db, async (transaction) => {
    if (!(await findMember(transaction, memberId))) return 'unknown'
    const member = await lockMember(transaction, memberId)
    if (!member.active) return 'closed'
    const mail = await findMailTo(transaction, key, member)
    if (!mail) return 'unknown'
    const { id, kind, facts, state } = mail
    if (state === 'failed' || state === 'queued') await hurryMail(transaction, id, now)
    else {
      if (!isRepeatable(kind) || facts === null) return 'refused'
      const { email: recipient, language, name } = await findRecipient(transaction, memberId)
      const due_at = state === 'sent' ? now : null
      await addMail(transaction, { kind, facts: JSON.stringify(facts), recipient, language, name, due_at })
    }
    await recordAct(transaction, { action: 'mail_resend', ...aboutAccount(memberId), after: { mail: kind }, reason })
    return 'queued'
  })
}

/** Why a member gets no link that proves the address; null where they do. */
function whyNoProof(member: MemberRow) {
  if (!member.active) return 'closed'
  if (member.provider_issuer !== 'built-in') return 'elsewhere'
  return member.email_verified ? 'verified' : null
}

/**
 * Records that staff have the link sent again that proves a member's address. Resolves to the address, or why not.
 *
 * @param isTooMany counts the mail, and says whether the address has got too many by now
 */
export async function askForProof(
  db: ActingPool,
  { memberId, reason, isTooMany }: { memberId: string; reason: string; isTooMany: (email: string) => Promise<boolean> },
): Promise<{ kind: 'asked'; email: string } | { kind: 'unknown' | 'verified' | 'elsewhere' | 'too_many' | 'closed' }> {
  const known = await findMember(db, memberId)
  if (!known) return { kind: 'unknown' }
  const refusal = whyNoProof(known)
  if (refusal !== null) return { kind: refusal }
  if (await isTooMany(known.email)) return { kind: 'too_many' }
  return inTransaction(db, async (transaction) => {
    const member = await lockMember(transaction, memberId)
    const kind = whyNoProof(member)
    if (kind !== null) return { kind }
    const after = { mail: 'address_unproved' }
    await recordAct(transaction, { action: 'mail_resend', ...aboutAccount(memberId), after, reason })
    return { kind: 'asked', email: member.email }
  })
}
