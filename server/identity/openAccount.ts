import * as v from 'valibot'
import { mailPauseSeconds } from '#contract/member/auth.ts'
import type { Language } from '#contract/language.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { type Account, findAccountWithHash } from '#server/store/identity/accounts.ts'
import { signIn } from './signIn.ts'
import { hashPassword } from './passwords/passwords.ts'
import type { Registration, VerificationMails } from './email/verificationMails.ts'

/**
 * What a browser has asked for: an account with this address, and a password of this hash. `nextMailAt`: when the next
 * mail about it may be sent, in milliseconds since 1970.
 */
export const OpenedAccount = v.object({ email: v.string(), passwordHash: v.string(), nextMailAt: v.number() })
export type OpenedAccount = v.InferOutput<typeof OpenedAccount>

interface Opening {
  db: ConnectionPool
  rateLimiter: RateLimiter
  mails: VerificationMails
}

/** @param waitSeconds 0 when a mail was sent just now */
const nextMailAt = (waitSeconds: number) => Date.now() + 1000 * (waitSeconds > 0 ? waitSeconds : mailPauseSeconds)

/**
 * Creates an account, unless the address has one. The result is for `accountOpened` and `mailAgain`.
 *
 * An address that nobody has proved belongs to whoever proves it: a newer registration gets a link of its own, which
 * replaces the password of an earlier one. When the address is verified, a mail informs its owner. In all cases the
 * page that follows has the same words and links, and comes after the same work: one password is hashed, one is
 * compared, one transaction writes the same rows. Who knows the password of a verified account gets no mail about it;
 * who sends the form twice gets one mail.
 */
export async function openAccount(
  { db, rateLimiter, mails }: Opening,
  wanted: Omit<Registration, 'passwordHash'> & { password: string; address: string },
): Promise<OpenedAccount> {
  const { email, password, language, address } = wanted
  const newHash = await hashPassword(password)
  const own = await signIn(db, email, password)
  const passwordHash = own?.passwordHash ?? newHash
  const mail = { email, address, about: 'verification', isRepeat: own !== null } as const
  const waitSeconds = await rateLimiter.consume({ of: 'mail', ...mail })
  if (own?.emailVerified !== true && waitSeconds === 0) await mails.sendRegistration({ email, passwordHash, language })
  return { email, passwordHash, nextMailAt: nextMailAt(waitSeconds) }
}

/** Sends the mail about an account that a browser has asked for again, unless the last one is too recent. */
export async function mailAgain(
  { rateLimiter, mails }: Opening,
  { opened, language, address }: { opened: OpenedAccount; language: Language; address: string },
): Promise<OpenedAccount> {
  const { email, passwordHash } = opened
  const waitSeconds = await rateLimiter.consume({ of: 'mail', email, address, about: 'verification', isRepeat: true })
  if (waitSeconds === 0) await mails.sendRegistration({ email, passwordHash, language })
  return { ...opened, nextMailAt: nextMailAt(waitSeconds) }
}

/**
 * The account that a browser has asked for, if its password is the one that was chosen there: it is new, or the mailed
 * link has given it that password. Null where the address had an account before, or another registration was confirmed
 * since.
 */
export async function accountOpened(
  db: ConnectionPool,
  opened: OpenedAccount,
): Promise<(Account & { passwordHash: string }) | null> {
  const account = await findAccountWithHash(db, opened.email)
  return account?.passwordHash === opened.passwordHash ? account : null
}
