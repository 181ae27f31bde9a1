import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** What the identity provider counts, in this process and for each address alone. */
export interface IdentityLimits {
  /** Counts a sign-in or a new account, for the email address and for the network address. Resolves to whether it may go on. */
  allowSignIn: (email: string, address: string) => Promise<boolean>
  /**
   * Counts a wish for a mail, for the email address alone: whether it has an account makes no difference, so that nobody can ask
   * which addresses have one. Resolves to 0 where it may be sent, else to the seconds until the next one may.
   */
  awaitMail: (email: string) => Promise<number>
}

/** A household, an office or a foyer shares one network address. */
const peoplePerAddress = 5
const mailsAnHour = 5

/** Counts one; resolves to 0, or to the whole seconds to wait. */
async function secondsToWait(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw refusal
  }
}

/** @param signInLimit tries a minute for one email address; a network address gets five times as many */
export function identityLimits(signInLimit: number): IdentityLimits {
  const byEmail = new RateLimiterMemory({ keyPrefix: 'email', points: signInLimit, duration: 60 })
  const byAddress = new RateLimiterMemory({
    keyPrefix: 'address',
    points: signInLimit * peoplePerAddress,
    duration: 60,
  })
  const mails = new RateLimiterMemory({ keyPrefix: 'mail', points: mailsAnHour, duration: 3600 })
  return {
    async allowSignIn(email, address) {
      const waits = await Promise.all([secondsToWait(byEmail, email), secondsToWait(byAddress, address)])
      return waits.every((seconds) => seconds === 0)
    },
    awaitMail: (email) => secondsToWait(mails, email),
  }
}
