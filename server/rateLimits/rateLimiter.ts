import type { Kysely } from 'kysely'
import { mailPauseSeconds } from '#contract/member/auth.ts'
import { sha256 } from '#server/store/hash.ts'
import { currentNetwork, isKnownClient } from '#server/gate/client.ts'
import { TtlCache } from '#server/gate/ttlCache.ts'
import { type AttemptLimit, countAttempts, findWait, takeAttemptBack } from '#server/store/rateLimits.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'

/** Limits per minute. */
export interface RateLimits {
  /**
   * Sign-in attempts for one account from one network address, on one endpoint or form; for all accounts together the
   * address may make twenty times as many.
   */
  signIn: number
  /** Calls of one scan endpoint by one member; of all calls whose answers are stored, sixty times as many in a day. */
  scans: number
  /**
   * Redemptions, conversions, registrations and cancellations that one member asks for, also in vain: each key stores
   * its answer, and places that are given back and taken lock their event and write mails.
   */
  spending: number
  /** Files of one member in an hour that were taken, or looked at in vain. By default 5. */
  files?: number
}

/** A claim to be a member of the old programme. */
export interface CountedClaim {
  memberNo: string
  /** null where the claim names none; so is the code. */
  contact: string | null
  code: string | null
  /** null before signing in. */
  memberId: string | null
}

/** What a mail is about that somebody asks for by an address. */
type MailSubject = 'verification' | 'password' | 'new_address'

/**
 * What is refused for whoever does it, whatever they send: that is remembered, so that their next attempts cost
 * nothing.
 *
 * - sign-in: `account`: null where it is known to be the right one. `guesses`: what somebody could guess here from one
 *   network address: passwords, or who has an account. Then its wait grows, to ten minutes at most; for accounts, it
 *   has five times a person's attempts, and its network 200 a day, and then 20 an hour.
 * - visit: a request that stores something for a visitor who has not signed in yet, such as a sign-in in progress.
 * - scan: of one endpoint. spending: a call that spends points, takes places or gives them back, whatever for.
 * - own-data: a call that stores, gathers or renews what is a member's own: of many with ever new keys, each stores
 *   its answer.
 * - payment: an order, whatever it is for.
 * - file: a call with a file, such as a student card; those that were answered under their key for themselves.
 * - staff-search: of somebody of the staff, in a minute and in a day, whatever it finds.
 * - box-office: a call of a machine by its key, whatever for.
 *
 * `scope`: the endpoint or form, each of which has counters of its own. `address`: the network address.
 */
export type RememberedAttempt =
  | {
      of: 'sign-in'
      scope: string
      account: string | null
      address: string
      guesses?: 'passwords' | 'accounts' | undefined
    }
  | { of: 'visit'; address: string }
  | { of: 'scan' | 'own-data'; scope: string; memberId: string }
  | { of: 'spending' | 'payment'; memberId: string }
  | { of: 'file'; memberId: string; isAnswered: boolean }
  | { of: 'staff-search'; scope: string; accountId: string }
  | { of: 'box-office'; keyId: string }

/**
 * Everything that is counted.
 *
 * - old-member: a claim to be a member of the old programme, from whatever network: by number, by contact, by upgrade
 *   code and by the member who makes it. As the first two limits are everybody's, the wait does not grow, and where
 *   others have used them up, a network that has not still has three an hour. Only wrong ones count: others are taken
 *   back.
 * - code: a try of a mailed code: of an account ten wrong ones a day from one network, whichever mail and password
 *   they are for, 100 from all of them, and of a network 50. So a stranger who guesses keeps nobody from their own
 *   code. The mail's link works all the same.
 * - mail: to an address, if it may be sent. Unknown addresses count, too, so that the limit never reveals who has an
 *   account. Many network addresses together are limited as well (`recipient`); about passwords by whoever sends the
 *   mail, as who asks is not told to wait for what others have asked for. Who has read a mail to the person is counted
 *   apart. `isRepeat`: the request asks for nothing but the same mail again: it waits for a minute after the mail
 *   before it, and does not count until then. `byLink`: it comes by a link that was mailed to the address.
 * - recipient: a mail to a person, whoever asks for it, or many network addresses together could flood them: after 20
 *   within an hour one more goes to them, and another for each network from which a member has signed in lately.
 */
type Attempt =
  | RememberedAttempt
  | ({ of: 'old-member' } & CountedClaim)
  | { of: 'code'; accountId: string }
  | { of: 'mail'; email: string; address: string; about: MailSubject; isRepeat?: boolean; byLink?: true }
  | { of: 'recipient'; email: string; about: MailSubject }

/** What may turn out to count for nothing. */
type Returnable = Extract<Attempt, { of: 'old-member' | 'code' | 'file' }>

/**
 * Counts attempts in the database, for all its servers. A network address is shared by everybody behind it, a concert
 * hall’s by a thousand: what one of them uses up holds the others up for a minute, or ten for mails, and where
 * something is guessed again and again for ten at most.
 *
 * Attempts for an account only count together with the network address that they come from: nobody can use up another
 * person's.
 */
export interface RateLimiter {
  /**
   * Counts an attempt, and resolves to 0, or to the seconds to wait when it is over a limit; who goes on waits longer
   * each time.
   *
   * @param callDb the transaction of the call, if it is to count with it: of scans and spending
   */
  consume: (attempt: Attempt, callDb?: Kysely<Database>) => Promise<number>
  /** Takes an attempt back that was right, or was not looked at. */
  takeBack: (attempt: Returnable) => Promise<void>
  /** The seconds for which a caller is known to be refused, whatever they send; 0 when not. Asks nobody. */
  knownWait: (attempt: RememberedAttempt) => number
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
/** A card is chosen again where it was the wrong one. */
const filesPerHour = 5
/** One whose answer was lost is sent again, for as long as the line takes. */
const answeredFilesPerHour = 30
/**
 * A name is searched while it is typed: three searches find a member. So somebody at a counter finds 200 members a day,
 * and a session that was stolen reads 12,000 names at most.
 */
const searchesPerMinute = 30
const searchesPerDay = 600
/** A call is about 500 tickets at most: a key adds a hall of 2,000 in two seconds, and a season in minutes. */
const keyCallsPerMinute = 120
/** People open the page again, or go back. */
const visitsPerSignIn = 2
/** How many refused callers are remembered. */
const mostRefused = 20_000

/** So many in each window: the wait ends with it. */
const within = (attempts: number, windowMs: number): AttemptLimit => ({ attempts, windowMs, maxWaitMs: 0 })
const mailsOfAddress: AttemptLimit = { attempts: 50, windowMs: 10 * minuteMs, maxWaitMs: 10 * minuteMs }
const ofAddress = (attempts: number, maxWaitMs = minuteMs): AttemptLimit => ({
  attempts,
  windowMs: minuteMs,
  maxWaitMs,
})
const perMinute = (attempts: number): AttemptLimit => ({ attempts, windowMs: minuteMs, maxWaitMs: hourMs })
const recipientLimit = within(mailsPerRecipient, hourMs)
const oneAnHour = within(1, hourMs)
const codesOfAccount = within(100, 24 * hourMs)
const codesOfAccountFromNetwork = within(10, 24 * hourMs)
const codesOfNetwork = within(50, 24 * hourMs)
const lookUpsOfDay = within(200, 24 * hourMs)
const lookUpsAfterThat = within(20, hourMs)
/** Of everybody who claims the same, and of each network, which has these even where others have used those up. */
const claimsOfAll = within(oldMemberClaimsPerHour, hourMs)
const claimsOfNetwork = within(3, hourMs)
const inAnHour = (attempts: number): AttemptLimit => ({ attempts, windowMs: hourMs, maxWaitMs: hourMs })
const perHour = (attempts: number): AttemptLimit => ({ attempts, windowMs: hourMs, maxWaitMs: 8 * hourMs })

const keyOf = (names: readonly string[]) => sha256(JSON.stringify(names))

/** What the claim says, which others may say as well: each is one counter. */
const sharedNamesOf = ({ memberNo, contact }: CountedClaim): string[][] => [
  ['old member', memberNo],
  ...(contact === null ? [] : [['old contact', contact]]),
]

/** What only the claimant says. */
const ownNamesOf = ({ code, memberId }: CountedClaim): string[][] => [
  ...(code === null ? [] : [['old code', code]]),
  ...(memberId === null ? [] : [['old member of', memberId]]),
]

/** One counter and its limit. */
interface Counter {
  limit: AttemptLimit
  names: string[]
}

/** A caller is remembered by the names of all counters together. */
const keyOfAll = (counters: readonly Counter[]) => keyOf(counters.flatMap(({ names }) => names))

/** The counters of those who are remembered. */
function countersOf(attempt: RememberedAttempt, limits: RateLimits): Counter[] {
  const answersOfDay = (memberId: string): Counter => ({
    limit: within(limits.scans * 60, 24 * hourMs),
    names: ['stored answers', memberId],
  })
  switch (attempt.of) {
    case 'sign-in': {
      const { scope, address, guesses } = attempt
      const people = guesses === 'accounts' ? lookUpsPerAddress : accountsPerAddress
      const limit = ofAddress(limits.signIn * people, guesses === undefined ? minuteMs : 10 * minuteMs)
      return [{ limit, names: ['address', scope, address] }]
    }
    case 'visit': {
      const limit = ofAddress(limits.signIn * accountsPerAddress * visitsPerSignIn)
      return [{ limit, names: ['visit', attempt.address] }]
    }
    case 'scan': {
      const { scope, memberId } = attempt
      return [{ limit: perMinute(limits.scans), names: ['scan', scope, memberId] }, answersOfDay(memberId)]
    }
    case 'spending': {
      const { memberId } = attempt
      return [{ limit: perMinute(limits.spending), names: ['spending', memberId] }, answersOfDay(memberId)]
    }
    case 'own-data':
      return [{ limit: perHour(ownDataPerHour), names: ['own-data', attempt.scope, attempt.memberId] }]
    case 'payment':
      return [{ limit: inAnHour(ordersPerHour), names: ['payment', attempt.memberId] }]
    case 'file': {
      const { memberId, isAnswered } = attempt
      const attempts = isAnswered ? answeredFilesPerHour : (limits.files ?? filesPerHour)
      return [{ limit: inAnHour(attempts), names: [isAnswered ? 'answered file' : 'file', memberId] }]
    }
    case 'staff-search': {
      const { scope, accountId } = attempt
      return [
        { limit: perMinute(searchesPerMinute), names: ['staff search', scope, accountId] },
        { limit: within(searchesPerDay, 24 * hourMs), names: ['staff searches of a day', scope, accountId] },
      ]
    }
    case 'box-office':
      return [{ limit: within(keyCallsPerMinute, minuteMs), names: ['box office', attempt.keyId] }]
  }
}

const countersOfCode = (accountId: string): Counter[] => [
  { limit: codesOfAccountFromNetwork, names: ['codes from', accountId, currentNetwork()] },
  { limit: codesOfAccount, names: ['codes', accountId] },
  { limit: codesOfNetwork, names: ['codes of network', currentNetwork()] },
]

/** The counters that an attempt is taken back from. */
function namesOf(attempt: Returnable, limits: RateLimits): string[][] {
  if (attempt.of === 'file') return countersOf(attempt, limits).map(({ names }) => names)
  if (attempt.of === 'code') return countersOfCode(attempt.accountId).map(({ names }) => names)
  const shared = sharedNamesOf(attempt)
  return [...ownNamesOf(attempt), ...shared, ...shared.map((names) => [...names, currentNetwork()])]
}

/** Limits that are counted in the database, so that all servers share them. */
export function createRateLimiter(db: ConnectionPool, limits: RateLimits): RateLimiter {
  const refused = new TtlCache<true>(mostRefused)

  async function secondsOfEach(counters: readonly Counter[], callDb: Kysely<Database> = db): Promise<number[]> {
    const counted = counters.map(({ limit, names }) => ({ key: keyOf(names), limit }))
    return (await countAttempts(callDb, counted, new Date())).map((wait) => Math.ceil(wait / 1000))
  }

  const countTogether = async (counters: readonly Counter[], callDb?: Kysely<Database>) =>
    Math.max(...(await secondsOfEach(counters, callDb)))

  const count = (limit: AttemptLimit, names: string[]) => countTogether([{ limit, names }])

  const takeBack = (names: string[]) => takeAttemptBack(db, { key: keyOf(names), now: new Date() })

  /** What counting would resolve to. */
  async function peek({ limit, names }: Counter): Promise<number> {
    const wait = await findWait(db, { key: keyOf(names), attempts: limit.attempts, now: new Date() })
    return Math.ceil(wait / 1000)
  }

  /**
   * Counts for all of these, or for none where one is over its limit. Of alternatives, which are counted together, one
   * with room is enough.
   */
  async function countAll(alternatives: Counter[][]): Promise<number> {
    for (const [index, counters] of alternatives.entries()) {
      const wait = Math.min(...(await secondsOfEach(counters)))
      if (wait === 0) continue
      for (const { names } of alternatives.slice(0, index).flat()) await takeBack(names)
      return wait
    }
    return 0
  }

  const secondsKnown = (counters: readonly Counter[]) => Math.ceil(refused.remainingMs(keyOfAll(counters)) / 1000)

  /**
   * Counts for a caller, who is remembered where a limit is reached. What is refused within a transaction is counted
   * again without it, and remembered then.
   */
  async function countCaller(attempt: RememberedAttempt, callDb?: Kysely<Database>): Promise<number> {
    const counters = countersOf(attempt, limits)
    if (callDb) return countTogether(counters, callDb)
    const known = secondsKnown(counters)
    if (known > 0) return known
    const wait = await countTogether(counters)
    if (wait > 0) refused.set(keyOfAll(counters), true, wait * 1000)
    return wait
  }

  async function countLookUp(network: string): Promise<number> {
    const ofDay = await count(lookUpsOfDay, ['look-ups', network])
    return ofDay === 0 ? 0 : count(lookUpsAfterThat, ['look-ups after that', network])
  }

  async function countSignIn(attempt: Extract<Attempt, { of: 'sign-in' }>): Promise<number> {
    const { scope, account, address, guesses } = attempt
    const wait = await countCaller(attempt)
    if (wait > 0) return wait
    const lookUp = guesses === 'accounts' ? await countLookUp(currentNetwork() || address) : 0
    if (lookUp > 0 || account === null) return lookUp
    return count(perMinute(limits.signIn), ['account', scope, account, address])
  }

  /** One more than all together may have. */
  async function countRecipient({ about, email }: { about: MailSubject; email: string }): Promise<number> {
    const all = await count(recipientLimit, ['recipient', about, email])
    if (all === 0) return 0
    const from = isKnownClient() ? currentNetwork() : ''
    return Math.min(all, await count(oneAnHour, ['recipient again', about, email, from]))
  }

  async function countMail(attempt: Extract<Attempt, { of: 'mail' }>): Promise<number> {
    const { email, address, about, isRepeat = false, byLink = false } = attempt
    const own = byLink ? ['linked mail', about, email] : ['mail', about, email, address]
    const pause: Counter = { limit: mailPause, names: ['pause', ...own] }
    const early = isRepeat ? await peek(pause) : 0
    if (early > 0) return Math.min(early, mailPauseSeconds)
    // Of two requests at the same moment, the other one counts here first, perhaps by a later clock.
    const paused = isRepeat ? await count(pause.limit, pause.names) : 0
    if (paused > 0) return Math.min(paused, mailPauseSeconds)
    const counters = [
      { limit: perHour(mailsPerHour), names: own },
      { limit: mailsOfAddress, names: ['mails', address] },
    ]
    const asked = await countAll(counters.map((counter) => [counter]))
    const isAlone = byLink || about === 'password'
    const wait = asked > 0 || isAlone ? asked : await countRecipient({ about, email })
    if (wait === 0) {
      if (!isRepeat) await count(pause.limit, pause.names)
      return 0
    }
    // Only what is sent counts.
    if (asked === 0) for (const { names } of counters) await takeBack(names)
    if (isRepeat) await takeBack(pause.names)
    return wait
  }

  function countClaim(claim: CountedClaim): Promise<number> {
    const own = ownNamesOf(claim).map((names) => [{ limit: inAnHour(oldMemberClaimsPerHour), names }])
    const shared = sharedNamesOf(claim).map((names) => [
      { limit: claimsOfAll, names },
      { limit: claimsOfNetwork, names: [...names, currentNetwork()] },
    ])
    return countAll([...own, ...shared])
  }

  return {
    consume(attempt, callDb) {
      switch (attempt.of) {
        case 'sign-in':
          return countSignIn(attempt)
        case 'mail':
          return countMail(attempt)
        case 'recipient':
          return countRecipient(attempt)
        case 'old-member':
          return countClaim(attempt)
        case 'code':
          return countAll(countersOfCode(attempt.accountId).map((counter) => [counter]))
        case 'visit':
        case 'scan':
        case 'own-data':
        case 'spending':
        case 'payment':
        case 'file':
        case 'staff-search':
        case 'box-office':
          return countCaller(attempt, callDb)
      }
    },
    async takeBack(attempt) {
      for (const names of namesOf(attempt, limits)) await takeBack(names)
    },
    knownWait: (attempt) => secondsKnown(countersOf(attempt, limits)),
  }
}
