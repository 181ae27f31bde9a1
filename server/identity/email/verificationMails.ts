import type { Language } from '#contract/language.ts'
import type { Mailer } from '#server/mail/mailer.ts'
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

/** What a mail proves an address with, and what it tells. */
async function newProof(email: string, language: Language, hasCode = true) {
  const [token, code] = [newVerificationToken(), hasCode ? newVerificationCode() : null]
  const path = `${verifyPath}?lang=${language}&token=${token}`
  const notice = { kind: 'address_unproved', email, code, path } as const
  return { notice, proofs: { token, codeHash: code === null ? null : await hashPassword(code, codeCost) } }
}

/** Makes and mails verification links. */
export function verificationMails({ db, mailer }: { db: ConnectionPool; mailer: Mailer }): VerificationMails {
  return {
    async sendVerification({ email, language, hasCode }) {
      const { notice, proofs } = await newProof(email, language, hasCode)
      await inTransaction(db, async (transaction) => {
        const isWanted = await saveVerificationToken(transaction, { ...proofs, email, now: new Date() })
        const id = await mailer.add(transaction, { email, language, name: null }, notice)
        await discardMail(transaction, { id, isWanted })
      })
      mailer.wake()
    },
    async sendRegistration({ email, passwordHash, language }) {
      const { notice, proofs } = await newProof(email, language)
      await inTransaction(db, async (transaction) => {
        const now = new Date()
        const account = await createAccount(transaction, { email, passwordHash, language, now })
        // Nobody gets the token of a verified account.
        await saveRegistrationToken(transaction, { ...proofs, accountId: account.id, passwordHash, now })
        await (account.emailVerified
          ? mailer.add(
              transaction,
              { email, language: account.language, name: null },
              { kind: 'account_exists', email },
            )
          : mailer.add(transaction, { email, language, name: null }, notice))
      })
      mailer.wake()
    },
  }
}
