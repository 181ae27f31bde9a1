import type { Transaction } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/store/tables.ts'
import { atLast } from '#server/store/transactions.ts'
import { composeMail, type Recipient } from './mail.ts'
import { addMailFor } from './mailer.ts'

/** The mails to staff, each in the transaction that makes it true. */
export interface StaffMails {
  /** The link of an invitation. `by`: who invites. */
  invited: (
    db: Transaction<Database>,
    to: Omit<Recipient, 'name'>,
    invitation: { by: string; link: string },
  ) => Promise<void>
  /** A passkey opens the pages of staff from now on. `name`: that of the browser and the device that made it. */
  passkeyAdded: (db: Transaction<Database>, to: Recipient, name: string) => Promise<void>
}

/** Writes them to the outbox. `origin`: that of the links. */
export function staffMails({ smtpUrl, origin }: Pick<Config, 'smtpUrl' | 'origin'>): StaffMails {
  const add = addMailFor(smtpUrl)
  return {
    async invited(db, to, { by, link }) {
      const mail = await composeMail({ ...to, name: null }, { kind: 'staff_invited', by }, { link })
      atLast(add(db, mail))
    },
    async passkeyAdded(db, to, name) {
      const link = `${origin}/staff/${to.language}/today`
      const mail = await composeMail(to, { kind: 'staff_passkey_added', name }, { link })
      atLast(add(db, mail))
    },
  }
}
