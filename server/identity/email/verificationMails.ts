import { type Language, languages } from '#contract/language.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { composeMail } from '#server/mail/mail.ts'
import { discardMail } from '#server/store/mailOutbox.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { createAccount } from '#server/store/identity/accounts.ts'
import { saveRegistrationToken, saveVerificationToken } from '#server/store/identity/verificationLinks.ts'
import { newVerificationCode, newVerificationToken } from '../links.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { identityPath } from '../issuer.ts'

/**
 * The mails of the identity provider. Callers count each mail first (`RateLimiter.consume`), and tell the person
 * when the limit is reached.
 */
export interface VerificationMails {
  /**
   * Mails a one-time link to the account with this address, and a code to whoever can type it: its member, or the
   * reader of an earlier mail. Does the same work if there is no such account, or it is verified, and sends nothing.
   */
  sendVerification: (wanted: { email: string; language: Language; hasCode: boolean }) => Promise<void>
  /**
   * Creates an account and mails a link and a code that confirm its registration; if the address is verified already,
   * informs the account's owner. The work is the same.
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

/** A million codes take a core half a day: whoever reads the database has a quarter of an hour. */
const codeCost = { N: 2 ** 15, r: 8, p: 1 } as const

/** The path of a mailed link. */
export const verifyPath = `${identityPath}/verify-email`

/** Makes and mails verification links. `origin`: that of the link. */
export function verificationMails(options: { db: ConnectionPool; mailer: Mailer; origin: string }): VerificationMails {
  const { db, mailer, origin } = options
  /** What a mail proves an address with, and the mail. */
  const proof = async (email: string, language: Language, hasCode = true) => {
    const [token, code] = [newVerificationToken(), hasCode ? newVerificationCode() : null]
    const link = `${origin}${verifyPath}?lang=${language}&token=${token}`
    const mail = await composeMail({ email, language, name: null }, { kind: 'address_unproved', email, code }, { link })
    return { mail, proofs: { token, codeHash: code === null ? null : await hashPassword(code, codeCost) } }
  }

  return {
    async sendVerification({ email, language, hasCode }) {
      const { mail, proofs } = await proof(email, language, hasCode)
      await inTransaction(db, async (transaction) => {
        const isWanted = await saveVerificationToken(transaction, { ...proofs, email, now: new Date() })
        const id = await mailer.add(transaction, mail)
        await discardMail(transaction, { id, isWanted })
      })
      mailer.wake()
    },
    async sendRegistration({ email, passwordHash, language }) {
      const { mail, proofs } = await proof(email, language)
      // In every language: the account's own is known in the transaction only.
      const notices = await Promise.all(
        languages.map((own) =>
          composeMail(
            { email, language: own, name: null },
            { kind: 'account_exists', email },
            { link: `${origin}/${own}` },
          ).then((notice) => [own, notice] as const),
        ),
      )
      await inTransaction(db, async (transaction) => {
        const now = new Date()
        const account = await createAccount(transaction, { email, passwordHash, language, now })
        // Nobody gets the token of a verified account.
        await saveRegistrationToken(transaction, { ...proofs, accountId: account.id, passwordHash, now })
        const notice = new Map(notices).get(account.language)
        await mailer.add(transaction, account.emailVerified && notice ? notice : mail)
      })
      mailer.wake()
    },
  }
}
