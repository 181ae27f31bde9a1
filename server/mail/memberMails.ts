import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Undo } from '#contract/staff/schemas.ts'
import type { Config } from '#server/config.ts'
import { saveUnsubscribeLink } from '#server/store/members/unsubscribeLinks.ts'
import type { Database } from '#server/store/tables.ts'
import { atLast } from '#server/store/transactions.ts'
import type { MailKind, MemberNotice } from './kinds/mails.ts'
import { mailAdder, type Recipient } from './mailer.ts'

/** A member as the reader of a mail. */
export interface MemberRecipient extends Recipient {
  memberId: string
  /** Whether they want more than what they have to know. */
  wantsReminders: boolean
}

/**
 * Tells a member something by mail, in the transaction that makes it true.
 *
 * @param undo where that can be undone: the mail waits until then
 */
export type NotifyMember = (
  db: Transaction<Database>,
  to: MemberRecipient,
  notice: MemberNotice,
  undo?: Undo,
) => Promise<void>

const reminders: ReadonlySet<MailKind> = new Set(['points_expire_30', 'vouchers_expire_30'])

/**
 * Whether a mail is sent only to members who want the club's news by email, and can be ended by one call (RFC 8058).
 * The others say what happened to the reader's account, money or places, or what they are about to lose. It is asked
 * in transactions, which load no words: so it stands here, and not beside them.
 */
export const needsConsent = (kind: MailKind): boolean => reminders.has(kind)

/** Writes mails about memberships to the outbox. Members who do not want reminders get none. */
export function memberMails(config: Pick<Config, 'smtpUrl'>): NotifyMember {
  const add = mailAdder(config)
  return async (db, to, notice, undo) => {
    const isReminder = needsConsent(notice.kind)
    if (isReminder && !to.wantsReminders) return
    const token = isReminder ? randomBytes(32).toString('base64url') : null
    if (token !== null) atLast(saveUnsubscribeLink(db, { token, memberId: to.memberId, now: new Date() }))
    atLast(add(db, to, notice, { unsubscribeToken: token, undo }))
  }
}
