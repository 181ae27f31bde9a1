import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { ParsedRequestOf } from '#contract/endpoint.ts'
import type { EndpointName, Endpoints } from '#contract/index.ts'
import { Refusal } from '#server/handlers/handler.ts'

/** How often somebody may call, a minute. */
export interface RateLimits {
  /** Calls of one sign-in endpoint for one email address (from one network address); one network address has five times as many. */
  signIn: number
  /** Calls of one scan endpoint by one member. */
  scans: number
}

/**
 * Whom a sign-in call counts for: the email address that it is about, together with the network address that it comes from, so
 * that nobody can use up somebody else's tries. Mails go to the email address alone, so they count for that alone.
 */
const counted: { [N in EndpointName]?: (request: ParsedRequestOf<Endpoints[N]>, address: string) => string } = {
  findProfile: ({ username }, address) => `${username} ${address}`,
  register: ({ email }, address) => `${email} ${address}`,
  login: ({ login }, address) => `${login} ${address}`,
  resendVerification: ({ email }) => email,
}

const lookUps = new Set<EndpointName>(['scanTicket', 'verifyTicket'])

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw new Refusal(429, { message: `Too many tries. Please wait ${seconds} s and try again.` }, seconds)
  }
}

/** Who calls: the network address, and the member where one is signed in. */
export interface Caller {
  address: string
  memberId: string | null
}

export type Admit = <N extends EndpointName>(
  name: N,
  request: ParsedRequestOf<Endpoints[N]>,
  caller: Caller,
) => Promise<void>

function perMinute(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: 60 })
}

/** Counts calls in this process, minute by minute. The result refuses with 429 and `Retry-After` what is above the limits. */
export function createLimits(limits: RateLimits): Admit {
  const byAddress = perMinute(limits.signIn * 5)
  const byEmail = perMinute(limits.signIn)
  const byMember = perMinute(limits.scans)
  return async (name, request, { address, memberId }) => {
    const countedFor = counted[name]
    if (countedFor) {
      await take(byAddress, `${name} ${address}`)
      await take(byEmail, `${name} ${countedFor(request, address)}`)
    }
    if (memberId !== null && lookUps.has(name)) await take(byMember, `${name} ${memberId}`)
  }
}
