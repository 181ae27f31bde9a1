import type { SentAnswerOf } from '#contract/endpoint.ts'
import { type listMails as listEndpoint, mailsPage } from '#contract/staff/mails.ts'
import { findFailedMails, findMailsTo, retryMails } from '#server/store/mailOutbox.ts'
import { findMemberByReference } from '#server/store/members/members.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct, recordLook } from '../acts.ts'

/**
 * The mails that failed, or those to an address, never what they say. What was sent to a member tells of them: the look
 * is recorded.
 */
export async function listMails(
  db: ActingPool,
  recipient: string | undefined,
): Promise<SentAnswerOf<typeof listEndpoint>> {
  const member = recipient === undefined ? undefined : await findMemberByReference(db, recipient)
  if (member) await recordLook(db, 'member_read', member.id)
  const rows =
    recipient === undefined ? await findFailedMails(db, mailsPage + 1) : await findMailsTo(db, recipient, mailsPage + 1)
  const mails = rows.slice(0, mailsPage).map((row) => ({
    key: row.key,
    mail: row.kind,
    recipient: row.recipient,
    state: row.state,
    at: row.at.toISOString(),
    attempts: row.attempts,
    failure: row.failure,
  }))
  return { mails, hasMore: rows.length > mailsPage }
}

/** Makes one mail that failed, or all (null), due again. Resolves to how many. */
export function tryAgain(db: ActingPool, { id, now }: { id: string | null; now: Date }): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const count = await retryMails(transaction, id, now)
    const subject = { kind: 'mail', id } as const
    if (count > 0)
      await recordAct(transaction, { action: 'mails_retry', subject, memberId: null, after: { mails: count } })
    return count
  })
}
