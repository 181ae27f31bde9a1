import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { findAccountByEmail } from './accounts.ts'
import type { VerificationMails } from './verificationMails.ts'

/** What became of a request for a mail: `too_many` says after how many seconds the next one may be sent. */
export type ResendResult = { kind: 'done' } | { kind: 'too_many'; waitSeconds: number }

/**
 * Mails the verification link again to an account that exists and is not verified. The result never reveals whether the address has an
 * account: mails to unknown addresses are counted, too.
 */
export type ResendVerification = (email: string) => Promise<ResendResult>

export function resendVerificationWith(options: {
  db: ConnectionPool
  rateLimiter: RateLimiter
  mails: VerificationMails
}): ResendVerification {
  const { db, rateLimiter, mails } = options
  return async (email) => {
    const waitSeconds = await rateLimiter.consumeMail(email)
    if (waitSeconds > 0) return { kind: 'too_many', waitSeconds }
    const account = await findAccountByEmail(db, email)
    if (account) await mails.sendVerification(account)
    return { kind: 'done' }
  }
}
