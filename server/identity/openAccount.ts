import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { signIn } from './signIn.ts'
import { hashPassword } from './passwords/passwords.ts'
import type { Registration, VerificationMails } from './email/verificationMails.ts'

/**
 * Creates an account, unless the address has one. Resolves to 0 when a mail was written, else to the seconds until the next one may be.
 *
 * An address that nobody has proved belongs to whoever proves it: a newer registration gets a link of its own, which replaces the password
 * of an earlier one. When the address is verified, a mail informs its owner. In all cases the page that follows has the same words and
 * links, and comes after the same work: one password is hashed, one is compared, one transaction writes the same rows. Who knows the
 * password of an account gets no mail about it.
 */
export async function openAccount(
  { db, rateLimiter, mails }: { db: ConnectionPool; rateLimiter: RateLimiter; mails: VerificationMails },
  wanted: Omit<Registration, 'passwordHash'> & { password: string; address: string },
): Promise<number> {
  const { email, password, language } = wanted
  const waitSeconds = await rateLimiter.consumeMail(wanted)
  const passwordHash = await hashPassword(password)
  const own = await signIn(db, email, password)
  if (own === null && waitSeconds === 0) await mails.sendRegistration({ email, passwordHash, language })
  return waitSeconds
}
