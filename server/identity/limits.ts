import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Tries at the identity provider that are counted. Each answers whether the try may go on. */
export interface IdentityLimits {
  /** A sign-in or a new account, for this email address from this network address. */
  allowSignIn: (email: string, address: string) => Promise<boolean>
  /** A mail to this email address. */
  allowMail: (email: string) => Promise<boolean>
}

/** A household, an office or a foyer shares one network address. */
const peoplePerAddress = 5
const mailsAnHour = 5

async function allow(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    await limiter.consume(key)
    return true
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false
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
      const [forEmail, forAddress] = await Promise.all([allow(byEmail, email), allow(byAddress, address)])
      return forEmail && forAddress
    },
    allowMail: (email) => allow(mails, email),
  }
}
