import type { Transaction } from 'kysely'
import type { Endpoint, ParsedRequestOf } from '#contract/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import { contactOf, memberNoOf, upgradeCodeOf } from '#server/domain/upgrades.ts'
import { HttpError, staffError } from '#server/handlers/httpError.ts'
import type { CountedClaim, RateLimiter, RememberedAttempt } from '#server/rateLimits/rateLimiter.ts'
import type { Database } from '#server/store/tables.ts'

/** Who is counted: members and visitors by the network address, too; staff by their account, machines by their key. */
interface CountedCaller {
  address: string
  memberId: string | null
  staff: { sub: string } | null
  key: { id: string } | null
}

/** The limits of calls. Each refusal is an HttpError 429 with `Retry-After`. */
export interface CallLimits {
  /**
   * Refuses a call before its body is read, where its caller is known to be over a limit. One of staff or of a machine
   * is counted here: its limits need nothing of the body.
   */
  admit: (name: EndpointName, caller: CountedCaller) => Promise<void>
  /**
   * Counts a call against the limits of its endpoint before it is handled.
   *
   * @param within the transaction of the call, if it is to count with it: only for `countsWithin`
   */
  count: <N extends EndpointName>(
    name: N,
    request: ParsedRequestOf<Endpoints[N]>,
    caller: CountedCaller,
    within?: Transaction<Database>,
  ) => Promise<Counted>
  /**
   * Counts a member's call with a file, before anything of the file is read.
   *
   * @param isAnswered whether it was answered under its key before
   */
  countFile: (memberId: string, isAnswered: boolean) => Promise<{ takeBack: () => Promise<void> }>
}

/** A call that was counted. */
interface Counted {
  /** It succeeded: what counts are the failures of some calls only. */
  succeeded: () => Promise<void>
}

const always: Counted = { succeeded: () => Promise.resolve() }

/** Whether the limits of an endpoint are its member's alone, so that a call can be counted in its transaction. */
export function countsWithin({ rate }: Endpoint): boolean {
  return rate?.class === 'scan' || rate?.class === 'spending'
}

function requireNoWait(seconds: number, message = `Too many attempts. Wait ${seconds} s and try again.`): void {
  if (seconds > 0) throw new HttpError(429, { message }, seconds)
}

/** The limits of calls. `hasRightCode`: whether a claim's upgrade code proves it. */
export function callLimits(
  rateLimiter: RateLimiter,
  hasRightCode: (claim: CountedClaim) => Promise<boolean>,
): CallLimits {
  return {
    async admit(name, { address, memberId, staff, key }) {
      const { rate, path }: Endpoint = endpoints[name]
      // What an old member claims may come with a code, which is in the body.
      if (rate === undefined || rate.class === 'uncounted' || rate.class === 'old-member') return
      if (rate.class === 'staff-search') {
        const search = { of: rate.class, scope: path, accountId: staff?.sub ?? '' }
        const seconds = await rateLimiter.consume(search)
        if (seconds > 0) throw staffError('too_many', seconds)
        return
      }
      if (rate.class === 'box-office') {
        const seconds = await rateLimiter.consume({ of: rate.class, keyId: key?.id ?? '' })
        return requireNoWait(seconds, `Too many calls with this key. Wait ${seconds} s and try again.`)
      }
      const attempt: RememberedAttempt =
        'account' in rate
          ? { of: 'sign-in', scope: name, account: null, address }
          : { of: rate.class, scope: name, memberId: memberId ?? '' }
      requireNoWait(rateLimiter.knownWait(attempt))
    },
    async count(name, request, { address, memberId }, within) {
      const { rate }: Endpoint = endpoints[name]
      if (rate === undefined || rate.class === 'staff-search' || rate.class === 'box-office') return always
      const fields = new Map<string, unknown>(Object.entries(request))
      const textOf = (field: string) => {
        const value = fields.get(field)
        return typeof value === 'string' ? value : ''
      }

      if (rate.class === 'old-member') {
        const [contact, code] = [textOf(rate.claim.contact), textOf(rate.claim.code)]
        const claim = {
          memberNo: memberNoOf(textOf(rate.claim.memberNo)),
          contact: contact === '' ? null : contactOf(contact),
          code: code === '' ? null : upgradeCodeOf(code),
          memberId,
        }
        // Whoever has the code is not guessing, whatever others do from the same network.
        if (claim.code !== null && (await hasRightCode(claim))) return always
        const account = rate.account === 'member' ? (memberId ?? '') : textOf(rate.account)
        requireNoWait(await rateLimiter.consume({ of: 'sign-in', scope: name, account, address }))
        requireNoWait(await rateLimiter.consume({ of: rate.class, ...claim }))
        return { succeeded: () => rateLimiter.takeBack({ of: 'old-member', ...claim }) }
      }
      if ('account' in rate) {
        const account = rate.account === 'member' ? (memberId ?? '') : textOf(rate.account)
        const guesses = rate.class === 'look-up' ? 'accounts' : undefined
        requireNoWait(await rateLimiter.consume({ of: 'sign-in', scope: name, account, address, guesses }))
      }
      if (rate.class === 'mail') {
        const { to, ...mail } = rate.mail
        requireNoWait(
          await rateLimiter.consume({ of: rate.class, ...mail, email: textOf(to), address }),
          'You’ve requested several emails. Try again later.',
        )
      }
      if (memberId === null || 'account' in rate || rate.class === 'uncounted') return always
      const seconds = await rateLimiter.consume({ of: rate.class, scope: name, memberId }, within)
      const isPayment = rate.class === 'payment'
      requireNoWait(seconds, isPayment ? 'You’ve started several payments. Try again later.' : undefined)
      return always
    },
    async countFile(memberId, isAnswered) {
      const wait = await rateLimiter.consume({ of: 'file', memberId, isAnswered })
      requireNoWait(wait, 'You’ve sent several files. Try again in an hour.')
      return { takeBack: () => rateLimiter.takeBack({ of: 'file', memberId, isAnswered: false }) }
    },
  }
}
