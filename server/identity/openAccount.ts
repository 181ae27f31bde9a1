import type { Language } from '#contract/language.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { type Account, createAccount, findAccountByEmail, signIn } from './accounts.ts'
import type { VerificationMails } from './verificationMails.ts'

/** The result of a request for an account. */
export interface OpenAccountResult {
  /** The account to sign in; null when the address has an account with another password. */
  account: Account | null
  /** 0 when a mail may be sent, else the seconds until the next one may. */
  mailWaitSeconds: number
}

/**
 * Creates an account, or finds the existing one that this address and password open.
 *
 * When the address has an account with another password, nobody is signed in, and a mail informs its owner. The page that follows looks
 * the same in all three cases; its link leads into the club or to the sign-in page. That difference is all that is disclosed, and
 * attempts are limited like sign-ins.
 */
export async function openAccount(
  { db, rateLimiter, mails }: { db: ConnectionPool; rateLimiter: RateLimiter; mails: VerificationMails },
  wanted: { email: string; password: string; language: Language; address: string },
): Promise<OpenAccountResult> {
  const mailWaitSeconds = await rateLimiter.consumeMail(wanted)
  const mayMail = mailWaitSeconds === 0
  const created = await createAccount(db, wanted)
  if (created) {
    if (mayMail) await mails.sendVerification(created)
    return { account: created, mailWaitSeconds }
  }
  const own = await signIn(db, wanted.email, wanted.password)
  if (own) return { account: own, mailWaitSeconds }
  const owner = mayMail ? await findAccountByEmail(db, wanted.email) : null
  if (owner) await mails.sendExistingAccount(owner)
  return { account: null, mailWaitSeconds }
}
