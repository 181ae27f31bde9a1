import { defaultLanguage, type Language } from '#contract/language.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { findAccountByEmail } from '#server/store/identity/accounts.ts'
import { ownAccount } from '../ownAccount.ts'
import type { VerificationMails } from './verificationMails.ts'

/**
 * Mails the verification link again to an account that exists and is not verified, and with it a code where its own
 * member asks. For any other address the work is the same. The caller counts the mail first, to unknown addresses, too.
 */
export type ResendVerification = (wanted: {
  email: string
  /** Who asks; null for a visitor. */
  memberId: string | null
  /** The page's; by default the account's. */
  lang: Language | undefined
}) => Promise<void>

/** Makes the use case for one database and its mails. */
export function resendVerificationWith(options: { db: ConnectionPool; mails: VerificationMails }): ResendVerification {
  const { db, mails } = options
  return async ({ email, memberId, lang }) => {
    const account = await findAccountByEmail(db, email)
    const own = memberId === null ? null : await ownAccount(db, memberId)
    const language = lang ?? account?.language ?? defaultLanguage
    await mails.sendVerification({ email, language, hasCode: own?.email === email })
  }
}
