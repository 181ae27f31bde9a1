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

/** What is counted about who calls, whatever they send. */
export interface CountedCaller {
  /** The endpoint or form: each has counters of its own. */
  scope: string
  /** The network address. */
  address: string
  /** null for a visitor. */
  memberId: string | null
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

/** What is limited for the member who calls; anything else is limited for the network address. */
type MemberLimit = 'scan' | 'spending' | 'own-data' | 'payment'

/**
 * Counts attempts in the database, for all its servers. Each method counts one, and resolves to 0, or to the seconds to
 * wait when it is over the limit; who goes on waits longer each time. A network address is shared by everybody behind
 * it, a concert hall’s by a thousand: what one of them uses up holds the others up for a minute, or ten for mails, and
 * where something is guessed again and again for ten at most.
 *
 * Attempts for an account only count together with the network address that they come from: nobody can use up another
 * person's.
 *
 * Who is over a limit of their own is remembered, so that their next attempts cost nothing (`knownWait`).
 */
export interface RateLimiter {
  /** The seconds for which a caller is known to be refused, whatever they send; 0 when not. Asks nobody. */
  knownWait: (limit: MemberLimit | 'sign-in' | 'visit', caller: CountedCaller) => number
  /**
   * @param attempt.account null where it is known to be the right one
   * @param attempt.guesses what somebody could guess here from one network address: passwords, or who has an account.
   *   Then its wait grows, to ten minutes at most; for accounts, it has five times a person's attempts, and its network
   *   200 a day, and then 20 an hour
   */
  consumeSignIn: (attempt: {
    scope: string
    account: string | null
    address: string
    guesses?: 'passwords' | 'accounts' | undefined
  }) => Promise<number>
  /** Counts a request that stores something for a visitor who has not signed in yet, such as a sign-in in progress. */
  consumeVisit: (visit: { address: string }) => Promise<number>
  /**
   * Counts a claim to be a member of the old programme, from whatever network: by number, by contact, by upgrade code
   * and by the member who makes it. As the first two limits are everybody's, the wait does not grow, and where others
   * have used them up, a network that has not still has three an hour.
   */
  consumeOldMember: (claim: CountedClaim) => Promise<number>
  /** Takes a claim back that was right: only wrong ones count. */
  takeOldMemberBack: (claim: CountedClaim) => Promise<void>
  /**
   * Counts a try of a mailed code: of an account ten wrong ones a day from one network, whichever mail and password
   * they are for, 100 from all of them, and of a network 50. So a stranger who guesses keeps nobody from their own
   * code. The mail's link works all the same.
   */
  consumeCode: (attempt: { accountId: string }) => Promise<number>
  /** Takes a try back that was not wrong. */
  takeCodeBack: (attempt: { accountId: string }) => Promise<void>
  /** @param callDb the transaction of the call, if it is to count with it */
  consumeScan: (attempt: { scope: string; memberId: string }, callDb?: Kysely<Database>) => Promise<number>
  /** Counts a call that spends points, takes places or gives them back, whatever for. `callDb`: as for scans. */
  consumeSpending: (attempt: { memberId: string }, callDb?: Kysely<Database>) => Promise<number>
  /**
   * Counts a call that stores, gathers or renews what is a member's own: of many with ever new keys, each stores its
   * answer.
   */
  consumeOwnData: (attempt: { scope: string; memberId: string }) => Promise<number>
  /** Counts a call with a file, such as a student card; those that were answered under their key for themselves. */
  consumeFile: (call: { memberId: string; isAnswered: boolean }) => Promise<number>
  /** Takes it back, where the file was not looked at. */
  takeFileBack: (call: { memberId: string }) => Promise<void>
  /** Counts a search of somebody of the staff, in a minute and in a day, whatever it finds. */
  consumeStaffSearch: (search: { scope: string; accountId: string }) => Promise<number>
  /** Counts an order of a payment, whatever it is for. */
  consumePayment: (order: { memberId: string }) => Promise<number>
  /**
   * Counts a mail to an address, if it may be sent. Unknown addresses count, too, so that the limit never reveals who
   * has an account. Many network addresses together are limited as well (`consumeRecipient`); about passwords by
   * whoever sends the mail, as who asks is not told to wait for what others have asked for. Who has read a mail to the
   * person is counted apart.
   *
   * A repeated request waits for a minute after the mail before it, and does not count until then.
   *
   * @param attempt.about what the mail is about: no mail about something else counts
   * @param attempt.isRepeat the request asks for nothing but the same mail again
   * @param attempt.byLink the request comes by a link that was mailed to the address
   */
  consumeMail: (attempt: {
    email: string
    address: string
    about: MailSubject
    isRepeat?: boolean
    byLink?: true
  }) => Promise<number>
  /**
   * Counts a mail to a person, whoever asks for it, or many network addresses together could flood them: after 20
   * within an hour one more goes to them, and another for each network from which a member has signed in lately.
   */
  consumeRecipient: (mail: { email: string; about: MailSubject }) => Promise<number>
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
const claimLimit: AttemptLimit = { attempts: oldMemberClaimsPerHour, windowMs: hourMs, maxWaitMs: hourMs }
const orderLimit: AttemptLimit = { attempts: ordersPerHour, windowMs: hourMs, maxWaitMs: hourMs }
const perHour = (attempts: number): AttemptLimit => ({ attempts, windowMs: hourMs, maxWaitMs: 8 * hourMs })

const keyOf = (names: readonly string[]) => sha256(JSON.stringify(names))
/** A caller is remembered by the names of all counters together. */
const keyOfAll = (names: readonly string[][]) => keyOf(names.flat())

/** What counts about a caller, by limit: the names of its counters. */
function namesOf(limit: MemberLimit | 'sign-in' | 'visit', { scope, address, memberId }: CountedCaller): string[][] {
  const member = memberId ?? ''
  switch (limit) {
    case 'sign-in':
      return [['address', scope, address]]
    case 'visit':
      return [['visit', address]]
    case 'own-data':
      return [[limit, scope, member]]
    case 'payment':
      return [[limit, member]]
    case 'scan':
      return [
        [limit, scope, member],
        ['stored answers', member],
      ]
    case 'spending':
      return [
        [limit, member],
        ['stored answers', member],
      ]
  }
}

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

const withLimits = (limits: readonly AttemptLimit[], names: readonly string[][]): Counter[] =>
  limits.flatMap((limit, index) => (names[index] === undefined ? [] : [{ limit, names: names[index] }]))

const countersOfCode = (accountId: string): Counter[] => [
  { limit: codesOfAccountFromNetwork, names: ['codes from', accountId, currentNetwork()] },
  { limit: codesOfAccount, names: ['codes', accountId] },
  { limit: codesOfNetwork, names: ['codes of network', currentNetwork()] },
]

/**
 * Limits that are counted in the database, so that all servers share them. Each method resolves to the seconds to wait,
 * 0 for none.
 */
export function createRateLimiter(db: ConnectionPool, limits: RateLimits): RateLimiter {
  const refused = new TtlCache<true>(mostRefused)

  async function consumeTogether(counters: readonly Counter[], callDb: Kysely<Database> = db): Promise<number> {
    return Math.max(...(await secondsOfEach(counters, callDb)))
  }

  async function secondsOfEach(counters: readonly Counter[], callDb: Kysely<Database> = db): Promise<number[]> {
    const counted = counters.map(({ limit, names }) => ({ key: keyOf(names), limit }))
    return (await countAttempts(callDb, counted, new Date())).map((wait) => Math.ceil(wait / 1000))
  }

  const consume = (counter: Counter) => consumeTogether([counter])

  const takeBack = (names: string[]) => takeAttemptBack(db, { key: keyOf(names), now: new Date() })

  /** What `consume` would resolve to, without counting. */
  async function peek({ limit, names }: Counter): Promise<number> {
    const wait = await findWait(db, { key: keyOf(names), attempts: limit.attempts, now: new Date() })
    return Math.ceil(wait / 1000)
  }

  /**
   * Counts for all of these, or for none where one is over its limit. Of alternatives, which are counted together, one
   * with room is enough.
   */
  async function consumeAll(alternatives: Counter[][]): Promise<number> {
    for (const [index, counters] of alternatives.entries()) {
      const wait = Math.min(...(await secondsOfEach(counters)))
      if (wait === 0) continue
      for (const { names } of alternatives.slice(0, index).flat()) await takeBack(names)
      return wait
    }
    return 0
  }

  const secondsKnown = (names: readonly string[][]) => Math.ceil(refused.remainingMs(keyOfAll(names)) / 1000)

  /** Counts for a caller, who is remembered where a limit is reached. `limits`: one for each name. */
  async function consumeOf(ofNames: readonly AttemptLimit[], names: readonly string[][]): Promise<number> {
    const known = secondsKnown(names)
    if (known > 0) return known
    const wait = await consumeTogether(withLimits(ofNames, names))
    if (wait > 0) refused.set(keyOfAll(names), true, wait * 1000)
    return wait
  }

  /** What is refused within a transaction is counted again without it, and remembered then. */
  function consumeMember(
    ofNames: readonly AttemptLimit[],
    name: MemberLimit,
    attempt: { scope?: string; memberId: string },
    callDb?: Kysely<Database>,
  ): Promise<number> {
    const names = namesOf(name, { scope: '', address: '', ...attempt })
    return callDb ? consumeTogether(withLimits(ofNames, names), callDb) : consumeOf(ofNames, names)
  }

  const answersOfDay = within(limits.scans * 60, 24 * hourMs)

  async function consumeLookUp(network: string): Promise<number> {
    const ofDay = await consume({ limit: lookUpsOfDay, names: ['look-ups', network] })
    return ofDay === 0 ? 0 : consume({ limit: lookUpsAfterThat, names: ['look-ups after that', network] })
  }

  /** One more than all together may have. */
  async function consumeRecipient({ about, email }: { about: string; email: string }): Promise<number> {
    const all = await consume({ limit: recipientLimit, names: ['recipient', about, email] })
    if (all === 0) return 0
    const from = isKnownClient() ? currentNetwork() : ''
    const one = await consume({ limit: oneAnHour, names: ['recipient again', about, email, from] })
    return Math.min(all, one)
  }

  return {
    knownWait: (limit, caller) => secondsKnown(namesOf(limit, caller)),
    async consumeSignIn({ scope, account, address, guesses }) {
      const people = guesses === 'accounts' ? lookUpsPerAddress : accountsPerAddress
      const limit = ofAddress(limits.signIn * people, guesses === undefined ? minuteMs : 10 * minuteMs)
      const wait = await consumeOf([limit], namesOf('sign-in', { scope, address, memberId: null }))
      if (wait > 0) return wait
      const lookUp = guesses === 'accounts' ? await consumeLookUp(currentNetwork() || address) : 0
      if (lookUp > 0 || account === null) return lookUp
      return consume({ limit: perMinute(limits.signIn), names: ['account', scope, account, address] })
    },
    consumeVisit: ({ address }) =>
      consumeOf(
        [ofAddress(limits.signIn * accountsPerAddress * visitsPerSignIn)],
        namesOf('visit', { scope: '', address, memberId: null }),
      ),
    async consumeOldMember(claim) {
      const shared = sharedNamesOf(claim).map((names) => [
        { limit: claimsOfAll, names },
        { limit: claimsOfNetwork, names: [...names, currentNetwork()] },
      ])
      return consumeAll([...ownNamesOf(claim).map((names) => [{ limit: claimLimit, names }]), ...shared])
    },
    async takeOldMemberBack(claim) {
      const shared = sharedNamesOf(claim)
      const ofNetwork = shared.map((names) => [...names, currentNetwork()])
      for (const names of [...ownNamesOf(claim), ...shared, ...ofNetwork]) await takeBack(names)
    },
    consumeCode: ({ accountId }) => consumeAll(countersOfCode(accountId).map((counter) => [counter])),
    async takeCodeBack({ accountId }) {
      for (const { names } of countersOfCode(accountId)) await takeBack(names)
    },
    consumeScan: (attempt, callDb) => consumeMember([perMinute(limits.scans), answersOfDay], 'scan', attempt, callDb),
    consumeSpending: (attempt, callDb) =>
      consumeMember([perMinute(limits.spending), answersOfDay], 'spending', attempt, callDb),
    consumeOwnData: (attempt) => consumeMember([perHour(ownDataPerHour)], 'own-data', attempt),
    consumeFile: ({ memberId, isAnswered }) => {
      const attempts = isAnswered ? answeredFilesPerHour : (limits.files ?? filesPerHour)
      return consumeOf(
        [{ attempts, windowMs: hourMs, maxWaitMs: hourMs }],
        [[isAnswered ? 'answered file' : 'file', memberId]],
      )
    },
    takeFileBack: ({ memberId }) => takeBack(['file', memberId]),
    consumeStaffSearch: ({ scope, accountId }) =>
      consumeOf(
        [perMinute(searchesPerMinute), within(searchesPerDay, 24 * hourMs)],
        [
          ['staff search', scope, accountId],
          ['staff searches of a day', scope, accountId],
        ],
      ),
    consumePayment: (attempt) => consumeMember([orderLimit], 'payment', attempt),
    async consumeMail({ email, address, about, isRepeat = false, byLink = false }) {
      const own = byLink ? ['linked mail', about, email] : ['mail', about, email, address]
      const pause: Counter = { limit: mailPause, names: ['pause', ...own] }
      const early = isRepeat ? await peek(pause) : 0
      if (early > 0) return Math.min(early, mailPauseSeconds)
      // Of two requests at the same moment, the other one counts here first, perhaps by a later clock.
      const paused = isRepeat ? await consume(pause) : 0
      if (paused > 0) return Math.min(paused, mailPauseSeconds)
      const counters = [
        { limit: perHour(mailsPerHour), names: own },
        { limit: mailsOfAddress, names: ['mails', address] },
      ]
      const asked = await consumeAll(counters.map((counter) => [counter]))
      const isAlone = byLink || about === 'password'
      const wait = asked > 0 || isAlone ? asked : await consumeRecipient({ about, email })
      if (wait === 0) {
        if (!isRepeat) await consume(pause)
        return 0
      }
      // Only what is sent counts.
      if (asked === 0) for (const { names } of counters) await takeBack(names)
      if (isRepeat) await takeBack(pause.names)
      return wait
    },
    consumeRecipient,
  }
}
