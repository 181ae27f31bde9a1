import type { Endpoint, ParsedRequestOf, RateClass } from '#contract/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'

type AccountOf<N extends EndpointName> = (request: ParsedRequestOf<Endpoints[N]>) => string
type NamesWith<Class extends RateClass> = {
  [N in EndpointName]: Endpoints[N] extends { rateClass: Class } ? N : never
}[EndpointName]

/**
 * The account that a sign-in call counts for, together with the network address that it comes from. An endpoint of these classes without an
 * account does not compile.
 */
const counted: { [N in NamesWith<'sign-in' | 'mail'>]: AccountOf<N> } = {
  findProfile: ({ username }) => username,
  register: ({ email }) => email,
  login: ({ login }) => login,
  resendVerification: ({ email }) => email,
  verifyEmailOrMobile: ({ email_or_mobile: emailOrMobile }) => emailOrMobile,
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

function requireNoWait(seconds: number, message = `Too many attempts. Please wait ${seconds} s and try again.`): void {
  if (seconds > 0) throw new HttpError(429, { message }, seconds)
}

export function enforceRateLimits(rateLimiter: RateLimiter): EnforceRateLimits {
  return async (name, request, { address, memberId }) => {
    const account = accounts[name]?.(request)
    if (account !== undefined) requireNoWait(await rateLimiter.consumeSignIn({ scope: name, account, address }))
    const { rateClass }: Endpoint = endpoints[name]
    if (rateClass === 'mail' && account !== undefined)
      requireNoWait(
        await rateLimiter.consumeMail({ email: account, address }),
        'You’ve requested several emails. Please try again later.',
      )
    if (memberId !== null && rateClass === 'scan')
      requireNoWait(await rateLimiter.consumeScan({ scope: name, memberId }))
  }
}
