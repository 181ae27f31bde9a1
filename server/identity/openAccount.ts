import * as v from 'valibot'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { sha256 } from '#server/store/hash.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { type Account, findAccountWithHash } from '#server/store/identity/accounts.ts'
import { signIn } from './signIn.ts'
import { hashPassword } from './passwords/passwords.ts'
import type { Registration, VerificationMails } from './email/verificationMails.ts'

/** What a browser has asked for: an account with this address, and a password of this hash, which is hashed once more. */
const OpenedAccount = v.object({ email: v.string(), proof: v.string() })
type OpenedAccount = v.InferOutput<typeof OpenedAccount>

/** Reads what a browser has asked for, as the interaction has stored it; null where it has asked for nothing. */
export function readOpened(stored: unknown): OpenedAccount | null {
  return v.is(OpenedAccount, stored) ? stored : null
}

/**
 * Creates an account, unless the address has one. `waitSeconds` is 0 when a mail was written, else the seconds until the next one may be;
 * `opened` is for `verifiedAccount`, once the mail's link was used.
 *
 * An address that nobody has proved belongs to whoever proves it: a newer registration gets a link of its own, which replaces the password
 * of an earlier one. When the address is verified, a mail informs its owner. In all cases the page that follows has the same words and
 * links, and comes after the same work: one password is hashed, one is compared, one transaction writes the same rows. Who knows the
 * password of an account gets no mail about it.
 */
export async function openAccount(
  { db, rateLimiter, mails }: { db: ConnectionPool; rateLimiter: RateLimiter; mails: VerificationMails },
  wanted: Omit<Registration, 'passwordHash'> & { password: string; address: string },
): Promise<{ waitSeconds: number; opened: OpenedAccount }> {
  const { email, password, language } = wanted
  const waitSeconds = await rateLimiter.consumeMail({ email, address: wanted.address, about: 'verification' })
  const passwordHash = await hashPassword(password)
  const own = await signIn(db, email, password)
  if (own === null && waitSeconds === 0) await mails.sendRegistration({ email, passwordHash, language })
  return { waitSeconds, opened: { email, proof: sha256(own?.passwordHash ?? passwordHash) } }
}

/**
 * The account that a browser has asked for, once its address is verified and its password is the one that was chosen there: the mailed link
 * gives it to the account. Null until then, and where another registration was confirmed: who has not proved the address is not told
 * whether it has an account.
 */
export async function verifiedAccount(db: ConnectionPool, { email, proof }: OpenedAccount): Promise<Account | null> {
  const account = await findAccountWithHash(db, email)
  return account?.emailVerified && sha256(account.passwordHash) === proof ? account : null
}
