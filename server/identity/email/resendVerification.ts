import { defaultLanguage, type Language } from '#contract/language.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { findAccountByEmail } from '#server/store/identity/accounts.ts'
import type { VerificationMails } from './verificationMails.ts'

/**
 * Mails the verification link again to an account that exists and is not verified. For any other address the work is
 * the same. The caller counts the mail first, to unknown addresses, too.
 *
 * @param lang the page's; by default the account's
 */
export type ResendVerification = (email: string, lang?: Language) => Promise<void>

/** Makes the use case for one database and its mails. */
export function resendVerificationWith(options: { db: ConnectionPool; mails: VerificationMails }): ResendVerification {
  const { db, mails } = options
  return async (email, lang) => {
    const account = await findAccountByEmail(db, email)
    await mails.sendVerification(email, lang ?? account?.language ?? defaultLanguage)
  }
}
