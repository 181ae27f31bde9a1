import type { ParsedRequestOf } from '#contract/endpoint.ts'
import type { EndpointName, Endpoints } from '#contract/index.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'

/** The account that a sign-in call counts for, together with the network address that it comes from. */
const accounts: { [N in EndpointName]?: (request: ParsedRequestOf<Endpoints[N]>) => string } = {
  findProfile: ({ username }) => username,
  register: ({ email }) => email,
  login: ({ login }) => login,
  resendVerification: ({ email }) => email,
}

const scanEndpoints = new Set<EndpointName>(['scanTicket', 'verifyTicket'])

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
    if (name === 'resendVerification' && account !== undefined)
      requireNoWait(
        await rateLimiter.consumeMail({ email: account, address }),
        'You’ve requested several emails. Please try again later.',
      )
    if (memberId !== null && scanEndpoints.has(name))
      requireNoWait(await rateLimiter.consumeScan({ scope: name, memberId }))
  }
}
