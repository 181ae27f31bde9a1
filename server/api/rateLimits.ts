import type { Endpoint, ParsedRequestOf, RateClass } from '#contract/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'

type AccountOf<N extends EndpointName> = (request: ParsedRequestOf<Endpoints[N]>, address: string) => string
type NamesWith<Class extends RateClass> = {
  [N in EndpointName]: Endpoints[N] extends { rateClass: Class } ? N : never
}[EndpointName]

/**
 * The account that a sign-in call counts for: its email address together with the network address, so that nobody can use up another
 * person's attempts. Mails only go to the email address, so they only count for that. An endpoint of these classes without an account
 * does not compile.
 */
const counted: { [N in NamesWith<'sign-in' | 'mail'>]: AccountOf<N> } = {
  findProfile: ({ username }, address) => `${username} ${address}`,
  register: ({ email }, address) => `${email} ${address}`,
  login: ({ login }, address) => `${login} ${address}`,
  resendVerification: ({ email }) => email,
}
const accounts: { [N in EndpointName]?: AccountOf<N> } = counted

export interface Caller {
  /** The network address. */
  address: string
  /** null for a visitor. */
  memberId: string | null
}

/** Counts a call. Throws HttpError 429 with `Retry-After` when it is over a limit. */
export type EnforceRateLimits = <N extends EndpointName>(
  name: N,
  request: ParsedRequestOf<Endpoints[N]>,
  caller: Caller,
) => Promise<void>

function requireNoWait(seconds: number): void {
  if (seconds === 0) return
  throw new HttpError(429, { message: `Too many attempts. Please wait ${seconds} s and try again.` }, seconds)
}

export function enforceRateLimits(rateLimiter: RateLimiter): EnforceRateLimits {
  return async (name, request, { address, memberId }) => {
    const account = accounts[name]?.(request, address)
    if (account !== undefined) requireNoWait(await rateLimiter.consumeSignIn({ scope: name, account, address }))
    const { rateClass }: Endpoint = endpoints[name]
    if (memberId !== null && rateClass === 'scan')
      requireNoWait(await rateLimiter.consumeScan({ scope: name, memberId }))
  }
}
