import type { Kysely } from 'kysely'
import type { Language } from '#contract/language.ts'
import type { Database } from '#server/store/tables.ts'
import { type Account, createAccount, findAccountByEmail, signIn } from './accounts.ts'
import type { IdentityLimits } from '#server/rateLimits/rateLimiter.ts'
import type { VerificationMails } from './verificationMails.ts'

/** What came of a wish for an account. */
export interface Opening {
  /** Whom to sign in; null where the address has an account with another password. */
  account: Account | null
  /** 0 where the mail that the page speaks of may be sent, else the seconds until the next one may. */
  mailWaitSeconds: number
}

/**
 * Makes an account, or finds the one that this address and this very password open already.
 *
 * Where the address has an account with another password, nobody is signed in and the account's owner gets a mail that says so. The
 * page that follows looks the same in all three cases; going on from it leads into the club or to the sign-in page. That
 * difference comes with being signed in at once and is all that is disclosed; the tries count as those of signing in.
 */
export async function openAccount(
  { db, limits, mails }: { db: Kysely<Database>; limits: IdentityLimits; mails: VerificationMails },
  wanted: { email: string; password: string; language: Language },
): Promise<Opening> {
  const mailWaitSeconds = await limits.awaitMail(wanted.email)
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
