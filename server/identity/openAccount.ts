import type { Language } from '#contract/language.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { type Account, createAccount, findAccountByEmail, signIn } from './accounts.ts'
import { hashPassword } from './passwords.ts'
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
 * An address that nobody has proved belongs to whoever proves it: a newer registration gets a link of its own, which replaces the password
 * of an earlier one. When the address is verified, a mail informs its owner. The page that follows has the same words and the same link in
 * all cases, and takes as long: each hashes the password once, and compares it once.
 */
export async function openAccount(
  { db, rateLimiter, mails }: { db: ConnectionPool; rateLimiter: RateLimiter; mails: VerificationMails },
  wanted: { email: string; password: string; language: Language; address: string },
): Promise<OpenAccountResult> {
  const mailWaitSeconds = await rateLimiter.consumeMail(wanted)
  const passwordHash = await hashPassword(wanted.password)
  const own = await signIn(db, wanted.email, wanted.password)
  if (own) return { account: own, mailWaitSeconds }
  const created = await createAccount(db, { ...wanted, passwordHash })
  const account = created ?? (await findAccountByEmail(db, wanted.email))
  if (account && mailWaitSeconds === 0) {
    if (account.emailVerified) await mails.sendExistingAccount(account)
    else await mails.sendVerification(account, { language: wanted.language, passwordHash })
  }
  return { account: created, mailWaitSeconds }
}
