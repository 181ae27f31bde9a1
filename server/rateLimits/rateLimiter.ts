import { mailPauseSeconds } from '#contract/member/auth.ts'
import { sha256 } from '#server/store/hash.ts'
import { type AttemptLimit, countAttempt, findWait } from '#server/store/rateLimits.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** Limits per minute. */
export interface RateLimits {
  /**
   * Sign-in attempts for one account from one network address, on one endpoint or form; for all accounts together the
   * address may make twenty times as many.
   */
  signIn: number
  /** Calls of one scan endpoint by one member. */
  scans: number
  /**
   * Redemptions, conversions, registrations and cancellations that one member asks for, also in vain: each key stores
   * its answer, and places that are given back and taken lock their event and write mails.
   */
  spending: number
}

/**
 * Counts attempts in the database, for all its servers. Each method counts one, and resolves to 0, or to the seconds to
 * wait when it is over the limit; who goes on waits longer each time. A network address is shared by everybody behind
 * it, a concert hall’s by a thousand: what one of them uses up holds the others up for a minute, or ten for mails, and
 * where something is guessed again and again for ten at most.
 *
 * Attempts for an account only count together with the network address that they come from: nobody can use up another
 * person's.
 */
export interface RateLimiter {
  /**
   * @param attempt.scope the endpoint or form: each has counters of its own
   * @param attempt.guesses what somebody could guess here from one network address: passwords, or who has an account.
   *   Then its wait grows, to ten minutes at most; for accounts, it has five times a person's attempts
   */
  consumeSignIn: (attempt: {
    scope: string
    account: string
    address: string
    guesses?: 'passwords' | 'accounts' | undefined
  }) => Promise<number>
  /** Counts a request that stores something for a visitor who has not signed in yet, such as a sign-in in progress. */
  consumeVisit: (visit: { address: string }) => Promise<number>
  /**
   * Counts a claim to be a member of the old programme, from whatever network address: by number, by contact, by
   * upgrade code and by the member who makes it.
   * As the first two limits are everybody's, the wait does not grow.
   *
   * @param claim.contact null where the claim names none; so is the code
   * @param claim.memberId null before signing in
   */
  consumeOldMember: (claim: {
    memberNo: string
    contact: string | null
    code: string | null
    memberId: string | null
  }) => Promise<number>
  consumeScan: (attempt: { scope: string; memberId: string }) => Promise<number>
  /** Counts a call that spends points, takes places or gives them back, whatever for. */
  consumeSpending: (attempt: { memberId: string }) => Promise<number>
  /**
   * Counts a call that stores, gathers or renews what is a member's own: of many with ever new keys, each stores its
   * answer.
   */
  consumeOwnData: (attempt: { scope: string; memberId: string }) => Promise<number>
  /** Counts an order of a payment, whatever it is for. */
  consumePayment: (order: { memberId: string }) => Promise<number>
  /**
   * Counts a mail to an address. Unknown addresses count, too, so that the limit never reveals who has an account. Many
   * network addresses together are limited as well, or they could flood a person with mails; as that limit is
   * everybody's, its wait does not grow, and who has read a mail to the person is counted apart.
   *
   * A repeated request waits for a minute after the mail before it, and does not count until then.
   *
   * @param attempt.about what the mail is about: mails about something else do not wait for it
   * @param attempt.isRepeat the request asks for nothing but the same mail again
   * @param attempt.byLink the request comes by a link that was mailed to the address
   */
  consumeMail: (attempt: {
    email: string
    address: string
    about: 'verification' | 'password' | 'new_address'
    isRepeat?: boolean
    byLink?: true
  }) => Promise<number>
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** A household, an office, or a hall after the concert shares one network address. */
const accountsPerAddress = 20
const lookUpsPerAddress = 5
const mailsPerHour = 5
const mailsPerRecipient = 20
const mailPause: AttemptLimit = { attempts: 1, windowMs: mailPauseSeconds * 1000, maxWaitMs: mailPauseSeconds * 1000 }
const oldMemberClaimsPerHour = 10
/** Each start of a payment makes an order, also after a refused card or a way back. */
const ordersPerHour = 20
/** A form is sent again where the server finds faults in it. */
const ownDataPerHour = 60
/** People open the page again, or go back. */
const visitsPerSignIn = 2

const mailsOfAddress: AttemptLimit = { attempts: 50, windowMs: 10 * minuteMs, maxWaitMs: 10 * minuteMs }
const ofAddress = (attempts: number, maxWaitMs = minuteMs): AttemptLimit => ({
  attempts,
  windowMs: minuteMs,
  maxWaitMs,
})
const perMinute = (attempts: number): AttemptLimit => ({ attempts, windowMs: minuteMs, maxWaitMs: hourMs })
const recipientLimit: AttemptLimit = { attempts: mailsPerRecipient, windowMs: hourMs, maxWaitMs: hourMs }
const claimLimit: AttemptLimit = { attempts: oldMemberClaimsPerHour, windowMs: hourMs, maxWaitMs: hourMs }
const orderLimit: AttemptLimit = { attempts: ordersPerHour, windowMs: hourMs, maxWaitMs: hourMs }
const perHour = (attempts: number): AttemptLimit => ({ attempts, windowMs: hourMs, maxWaitMs: 8 * hourMs })

const keyOf = (names: string[]) => sha256(JSON.stringify(names))

/**
 * Limits that are counted in the database, so that all servers share them. Each method resolves to the seconds to wait,
 * 0 for none.
 */
export function createRateLimiter(db: ConnectionPool, limits: RateLimits): RateLimiter {
  async function consume(limit: AttemptLimit, ...names: string[]): Promise<number> {
    const wait = await countAttempt(db, { key: keyOf(names), limit, now: new Date() })
    return Math.ceil(wait / 1000)
  }
  /** What `consume` would resolve to, without counting. */
  async function peek({ attempts }: AttemptLimit, ...names: string[]): Promise<number> {
    const wait = await findWait(db, { key: keyOf(names), attempts, now: new Date() })
    return Math.ceil(wait / 1000)
  }

  return {
    async consumeSignIn({ scope, account, address, guesses }) {
      const people = guesses === 'accounts' ? lookUpsPerAddress : accountsPerAddress
      const limit = ofAddress(limits.signIn * people, guesses === undefined ? minuteMs : 10 * minuteMs)
      const wait = await consume(limit, 'address', scope, address)
      return wait > 0 ? wait : consume(perMinute(limits.signIn), 'account', scope, account, address)
    },
    consumeVisit: ({ address }) =>
      consume(ofAddress(limits.signIn * accountsPerAddress * visitsPerSignIn), 'visit', address),
    async consumeOldMember({ memberNo, contact, code, memberId }) {
      const waits = [await consume(claimLimit, 'old member', memberNo)]
      if (contact !== null) waits.push(await consume(claimLimit, 'old contact', contact))
      if (code !== null) waits.push(await consume(claimLimit, 'old code', code))
      if (memberId !== null) waits.push(await consume(claimLimit, 'old member of', memberId))
      return Math.max(...waits)
    },
    consumeScan: ({ scope, memberId }) => consume(perMinute(limits.scans), 'scan', scope, memberId),
    consumeSpending: ({ memberId }) => consume(perMinute(limits.spending), 'spending', memberId),
    consumeOwnData: ({ scope, memberId }) => consume(perHour(ownDataPerHour), 'own data', scope, memberId),
    consumePayment: ({ memberId }) => consume(orderLimit, 'payment', memberId),
    async consumeMail({ email, address, about, isRepeat = false, byLink = false }) {
      const whose = byLink ? ['linked mail', email] : ['mail', email, address]
      const early = isRepeat ? await peek(mailPause, about, ...whose) : 0
      if (early > 0) return Math.min(early, mailPauseSeconds)
      const forAddress = await consume(mailsOfAddress, 'mails', address)
      if (forAddress > 0) return forAddress
      const own = await consume(perHour(mailsPerHour), ...whose)
      if (own > 0) return own
      const all = byLink ? 0 : await consume(recipientLimit, 'recipient', email)
      if (all > 0) return all
      // Of two requests at the same moment, the other one counts here first, perhaps by a later clock.
      const pause = await consume(mailPause, about, ...whose)
      return isRepeat ? Math.min(pause, mailPauseSeconds) : 0
    },
  }
}
