import { type Language, languages } from '#contract/language.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { composeMail } from '#server/mail/mail.ts'
import { discardMail } from '#server/store/mailbox.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { createAccount } from '#server/store/identity/accounts.ts'
import { saveRegistrationToken, saveVerificationToken } from '#server/store/identity/verificationLinks.ts'
import { newVerificationToken } from '../links.ts'
import { identityPath } from '../issuer.ts'

/**
 * The mails of the identity provider. Callers count each mail first (`RateLimiter.consumeMail`), and tell the person
 * when the limit is reached.
 */
export interface VerificationMails {
  /**
   * Mails a one-time link to the account with this address. Does the same work if there is none, or it is verified, and
   * sends nothing.
   */
  sendVerification: (email: string, language: Language) => Promise<void>
  /**
   * Creates an account and mails a link that confirms its registration; if the address is verified already, informs the
   * account's owner. The work is the same.
   */
  sendRegistration: (registration: Registration) => Promise<void>
}

/** A request for an account. */
export interface Registration {
  email: string
  passwordHash: string
  /** That of the page on which it was made. */
  language: Language
}

/** The path of a mailed link. */
export const verifyPath = `${identityPath}/verify-email`

/** Makes and mails verification links. `origin`: that of the link. */
export function verificationMails(options: { db: ConnectionPool; mailer: Mailer; origin: string }): VerificationMails {
  const { db, mailer, origin } = options
  const linkMail = (email: string, language: Language, token: string) => {
    const link = `${origin}${verifyPath}?lang=${language}&token=${token}`
    return composeMail(email, language, { kind: 'address_unproved', email }, link)
  }

  return {
    async sendVerification(email, language) {
      const token = newVerificationToken()
      const mail = await linkMail(email, language, token)
      await inTransaction(db, async (transaction) => {
        const isWanted = await saveVerificationToken(transaction, { token, email, now: new Date() })
        const id = await mailer.add(transaction, mail)
        await discardMail(transaction, { id, isWanted })
      })
      mailer.wake()
    },
    async sendRegistration({ email, passwordHash, language }) {
      const token = newVerificationToken()
      const link = await linkMail(email, language, token)
      // In every language: the account's own is known in the transaction only.
      const notices = await Promise.all(
        languages.map((own) =>
          composeMail(email, own, { kind: 'account_exists', email }, `${origin}/${own}`).then(
            (mail) => [own, mail] as const,
          ),
        ),
      )
      await inTransaction(db, async (transaction) => {
        const account = await createAccount(transaction, { email, passwordHash, language })
        // Nobody gets the token of a verified account.
        await saveRegistrationToken(transaction, { token, accountId: account.id, passwordHash, now: new Date() })
        const notice = new Map(notices).get(account.language)
        await mailer.add(transaction, account.emailVerified && notice ? notice : link)
      })
      mailer.wake()
    },
  }
}
