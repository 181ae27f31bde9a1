import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Limits per minute. */
export interface RateLimits {
  /** Sign-in attempts for one account on one endpoint or form; one network address may make five times as many. */
  signIn: number
  /** Calls of one scan endpoint by one member. */
  scans: number
}

/** Counts attempts in this process. Each method counts one, and resolves to 0, or to the seconds to wait when it is over the limit. */
export interface RateLimiter {
  /**
   * @param attempt.scope the endpoint or form: each has counters of its own
   * @param attempt.account whose attempts are counted together besides those of the network address
   */
  consumeSignIn: (attempt: { scope: string; account: string; address: string }) => Promise<number>
  consumeScan: (attempt: { scope: string; memberId: string }) => Promise<number>
  /** Counts a mail to an address. Unknown addresses count, too, so that the limit never reveals who has an account. */
  consumeMail: (email: string) => Promise<number>
}

/** A household, an office or a foyer shares one network address. */
const accountsPerAddress = 5
const mailsPerHour = 5

async function consume(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return Math.max(1, Math.ceil(rejection.msBeforeNext / 1000))
    throw rejection
  }
}

export function createRateLimiter(limits: RateLimits): RateLimiter {
  const signInsByAddress = new RateLimiterMemory({ points: limits.signIn * accountsPerAddress, duration: 60 })
  const signInsByAccount = new RateLimiterMemory({ points: limits.signIn, duration: 60 })
  const scansByMember = new RateLimiterMemory({ points: limits.scans, duration: 60 })
  const mailsByEmail = new RateLimiterMemory({ points: mailsPerHour, duration: 3600 })
  return {
    async consumeSignIn({ scope, account, address }) {
      const wait = await consume(signInsByAddress, `${scope} ${address}`)
      return wait > 0 ? wait : consume(signInsByAccount, `${scope} ${account}`)
    },
    consumeScan: ({ scope, memberId }) => consume(scansByMember, `${scope} ${memberId}`),
    consumeMail: (email) => consume(mailsByEmail, email),
  }
}
