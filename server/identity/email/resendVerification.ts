import type { ConnectionPool } from '#server/store/store.ts'
import { findAccountByEmail } from '#server/store/identity/accounts.ts'
import type { VerificationMails } from './verificationMails.ts'

/**
 * Mails the verification link again to an account that exists and is not verified. For any other address the work is the same. The caller
 * counts the mail first, to unknown addresses, too.
 */
export type ResendVerification = (email: string) => Promise<void>

export function resendVerificationWith(options: { db: ConnectionPool; mails: VerificationMails }): ResendVerification {
  const { db, mails } = options
  return async (email) => {
    const account = await findAccountByEmail(db, email)
    await mails.sendVerification(email, account?.language ?? 'en')
  }
}
