import type { Kysely } from 'kysely'
import type { Language } from '#contract/language.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { existingAccountMail, verificationMail } from '#server/mail/texts.ts'
import type { Database } from '#server/store/tables.ts'
import type { Account } from './accounts.ts'
import { createVerificationToken } from './links.ts'
import { identityPath } from './issuer.ts'

/**
 * The mails of the identity provider. Callers count each mail first (`RateLimiter.consumeMail`), and tell the person when the limit is
 * reached.
 */
export interface VerificationMails {
  /** Mails a one-time link to an account, unless its address is verified. */
  sendVerification: (account: Account, language?: Language) => Promise<void>
  /** Informs an account's owner that someone tried to create it again. */
  sendExistingAccount: (account: Account) => Promise<void>
}

/** The path of a mailed link. */
export const verifyPath = `${identityPath}/verify-email`

export function verificationMails(options: {
  db: Kysely<Database>
  mailer: Mailer
  origin: string
}): VerificationMails {
  const { db, mailer, origin } = options
  return {
    async sendVerification(account, language = account.language) {
      if (account.emailVerified) return
      const token = await createVerificationToken(db, account.id, new Date())
      const link = `${origin}${verifyPath}?lang=${language}&token=${token}`
      await mailer.send(await verificationMail(language, account.email, link))
    },
    async sendExistingAccount(account) {
      await mailer.send(await existingAccountMail(account.language, account.email, `${origin}/${account.language}`))
    },
  }
}
