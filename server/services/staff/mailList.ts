import type { SentAnswerOf } from '#contract/endpoint.ts'
import { type listMails as listEndpoint, mailsPage } from '#contract/staff/mails.ts'
import { findFailedMails, findMailsTo, retryMails } from '#server/store/mailOutbox.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'

/** The mails that failed, or those to an address, never what they say. */
export async function listMails(
  db: ConnectionPool,
  recipient: string | undefined,
): Promise<SentAnswerOf<typeof listEndpoint>> {
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
