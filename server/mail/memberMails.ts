import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Config } from '#server/config.ts'
import { saveUnsubscribeLink } from '#server/store/members/unsubscribeLinks.ts'
import type { Database } from '#server/store/tables.ts'
import { atLast } from '#server/store/transactions.ts'
import { mailComposer, type Recipient } from './mail.ts'
import { addMailFor } from './mailer.ts'
import { memberMailFacts } from './mails.ts'
import type { MemberNotice } from './notices.ts'
import { unsubscribeLink } from './unsubscribePages.ts'

/** A member as the reader of a mail. */
export interface MemberRecipient extends Recipient {
  memberId: string
  /** Whether they want more than what they have to know. */
  wantsReminders: boolean
}

/** Tells a member something by mail, in the transaction that makes it true. */
export type NotifyMember = (db: Transaction<Database>, to: MemberRecipient, notice: MemberNotice) => Promise<void>

/**
 * Writes mails about memberships to the outbox. Members who do not want reminders get none. What composes them is
 * loaded first, as each is composed in a transaction, which waits for the database alone.
 */
export async function memberMails({ smtpUrl, origin }: Pick<Config, 'smtpUrl' | 'origin'>): Promise<NotifyMember> {
  const add = addMailFor(smtpUrl)
  const compose = await mailComposer()
  return async (db, to, notice) => {
    const { needsConsent, page } = memberMailFacts[notice.kind]
    if (needsConsent && !to.wantsReminders) return
    const token = needsConsent ? randomBytes(32).toString('base64url') : null
    const unsubscribe = token && unsubscribeLink(origin, to.language, token)
    const path = typeof page === 'string' ? page : page(notice)
    const mail = compose(to, notice, { link: `${origin}/${to.language}/${path}`, unsubscribe })
    if (token !== null) atLast(saveUnsubscribeLink(db, { token, memberId: to.memberId, now: new Date() }))
    atLast(add(db, mail))
  }
}
