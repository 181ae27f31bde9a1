import type { Language } from '#contract/language.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { existingAccountMail, verificationMail } from '#server/mail/texts.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import type { Account } from './accounts.ts'
import { newVerificationToken, saveVerificationToken } from './links.ts'
import { identityPath } from './issuer.ts'

/**
 * The mails of the identity provider. Callers count each mail first (`RateLimiter.consumeMail`), and tell the person when the limit is
 * reached.
 */
export interface VerificationMails {
  /**
   * Mails a one-time link to an account, unless its address is verified.
   *
   * @param link.passwordHash of the registration that the link confirms; without it, the account's own
   */
  sendVerification: (account: Account, link?: { language?: Language; passwordHash?: string }) => Promise<void>
  /** Informs an account's owner that someone tried to create it again. */
  sendExistingAccount: (account: Account) => Promise<void>
}

/** The path of a mailed link. */
export const verifyPath = `${identityPath}/verify-email`

export function verificationMails(options: { db: ConnectionPool; mailer: Mailer; origin: string }): VerificationMails {
  const { db, mailer, origin } = options
  return {
    async sendVerification(account, { language = account.language, passwordHash } = {}) {
      if (account.emailVerified) return
      const token = newVerificationToken()
      const link = `${origin}${verifyPath}?lang=${language}&token=${token}`
      const mail = await verificationMail(language, account.email, link)
      await inTransaction(db, async (transaction) => {
        await saveVerificationToken(transaction, {
          token,
          accountId: account.id,
          passwordHash: passwordHash ?? null,
          now: new Date(),
        })
        await mailer.add(transaction, mail)
      })
      mailer.wake()
    },
    async sendExistingAccount(account) {
      await mailer.add(db, await existingAccountMail(account.language, account.email, `${origin}/${account.language}`))
      mailer.wake()
    },
  }
}
