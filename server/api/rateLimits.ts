import type { Endpoint, ParsedRequestOf } from '#contract/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import { contactOf, memberNoOf, upgradeCodeOf } from '#server/domain/upgrades.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'

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

/**
 * Counts a call against the limits of its endpoint before it is handled. Throws `HttpError` 429, with the seconds to
 * wait, where one is reached.
 */
export function enforceRateLimits(rateLimiter: RateLimiter): EnforceRateLimits {
  return async (name, request, { address, memberId }) => {
    const { rate }: Endpoint = endpoints[name]
    if (rate === undefined) return
    const fields = new Map<string, unknown>(Object.entries(request))
    const textOf = (field: string) => {
      const value = fields.get(field)
      return typeof value === 'string' ? value : ''
    }

    if ('account' in rate) {
      const account = rate.account === 'member' ? (memberId ?? '') : textOf(rate.account)
      const guesses = rate.class === 'look-up' ? 'accounts' : undefined
      requireNoWait(await rateLimiter.consumeSignIn({ scope: name, account, address, guesses }))
    }
    if (rate.class === 'mail') {
      const { to, ...mail } = rate.mail
      requireNoWait(
        await rateLimiter.consumeMail({ ...mail, email: textOf(to), address }),
        'You’ve requested several emails. Please try again later.',
      )
    }
    if (rate.class === 'old-member') {
      const [contact, code] = [textOf(rate.claim.contact), textOf(rate.claim.code)]
      const claim = {
        memberNo: memberNoOf(textOf(rate.claim.memberNo)),
        contact: contact === '' ? null : contactOf(contact),
        code: code === '' ? null : upgradeCodeOf(code),
      }
      requireNoWait(await rateLimiter.consumeOldMember({ ...claim, memberId }))
    }
    if (memberId === null) return
    if (rate.class === 'scan') requireNoWait(await rateLimiter.consumeScan({ scope: name, memberId }))
    if (rate.class === 'spending') requireNoWait(await rateLimiter.consumeSpending({ memberId }))
    if (rate.class === 'own-data') requireNoWait(await rateLimiter.consumeOwnData({ scope: name, memberId }))
    if (rate.class === 'payment')
      requireNoWait(
        await rateLimiter.consumePayment({ memberId }),
        'You’ve started several payments. Please try again later.',
      )
  }
}
