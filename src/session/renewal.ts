import { refresh } from '#contract/member/auth.ts'
import { me } from '#contract/member/member.ts'
import { createListeners } from '#src/platform/listeners.ts'
import { plainClient } from './plainClient.ts'
import { type Credentials, readCredentials, writeCredentials } from './record.ts'
import { startSession, syncCredentials } from './sessionLifecycle.ts'
import { withSessionLock } from './sessionLock.ts'
import { failureOf } from './signInFailure.ts'
import { renewalTimeKey, storedProfile, storedTime, storedToken, storeToken } from './storedSession.ts'

/**
 * - renewed: the stored token is a new one (renewed by this tab or another).
 * - refused: the club gives no new token; signing in at the provider may help, without a password where it still knows
 *   the person.
 * - unreachable: no answer, or a new token that this browser cannot store; the person stays signed in and sees cached
 *   data.
 * - signed_out: nobody is signed in any more.
 */
export type RenewalOutcome = 'renewed' | 'refused' | 'unreachable' | 'signed_out'

let renewing: Promise<RenewalOutcome> | undefined

/**
 * Renews the session silently: the club exchanges its token for a new one, and the old one ends a minute later. One tab
 * at a time, because a reused token counts as stolen. Never rejects.
 *
 * @param spent the token to replace; if another one is stored by now, the work is done
 */
export function renewSession(spent: string | null = storedToken()): Promise<RenewalOutcome> {
  renewing ??= withSessionLock(() => renew(spent))
    // A page that is being left gets no lock.
    .catch((): RenewalOutcome => 'unreachable')
    .finally(() => (renewing = undefined))
  return renewing
}

/**
 * A refresh may be repeated this long after the first request, in milliseconds: less than the server's grace of a
 * minute.
 */
const repeatableMs = 45_000

/** A token that the club takes this long after it was asked for a successor was never replaced. In milliseconds. */
const replacedEndsMs = 90_000

const ageOf = (time: number) => Math.abs(Date.now() - time)

/** Exchanges the token for its successor. */
async function renew(spent: string | null): Promise<RenewalOutcome> {
  const recorded = await readCredentials().catch(() => null)
  const token = storedToken()
  const profile = storedProfile()
  if (token === null || !profile) return 'signed_out'
  if (token === spent && recorded?.memberId === profile.id && recorded.token !== spent) {
    // Replaced already. Browsers show a page late what another process has stored: the record is the newer one.
    storeToken(recorded.token)
    return storedToken() === recorded.token ? 'renewed' : 'unreachable'
  }
  if (token !== spent) {
    // Replaced already, and the sender asks because its own record still holds the spent one.
    return (await syncCredentials()).kind === 'done' ? 'renewed' : 'unreachable'
  }
  const credentials = { memberId: profile.id, token }
  const askedAt = await recordRefresh(credentials)
  if (storedToken() === null) return 'signed_out'
  // Replaced meanwhile, as by a start that finds a newer one: it may still be accepted.
  if (storedToken() !== token) return 'renewed'
  if (askedAt === null) return 'unreachable'
  // An earlier refresh was never answered, and the server would take a late repetition for a stolen token.
  if (ageOf(askedAt) > repeatableMs) {
    if (ageOf(askedAt) < replacedEndsMs) return refused()
    const known = await plainClient.call(me, {}, { token, concurrent: true })
    if (!known.ok) return failureOf(known.error) === 'rejected' ? refused() : 'unreachable'
    // It never came to the server.
    if ((await recordRefresh(credentials, askedAt)) === null) return 'unreachable'
  }
  // The key tells this answer from another call's: a successor that a proxy has mixed up is another member's token.
  const idempotencyKey = crypto.randomUUID()
  const answer = await plainClient.call(refresh, {}, { token, concurrent: true, idempotencyKey })
  if (!answer.ok) return failureOf(answer.error) === 'rejected' ? refused() : 'unreachable'
  const { token: successor, expires_at: expiresAt = null } = answer.data
  const session = { token: successor, expiresAt, user: { member_profile: profile } }
  const stored = await startSession(session, () => storedToken() === token)
  if (stored === 'stored') return 'renewed'
  if (storedToken() === null) return 'signed_out'
  return stored === 'unwanted' ? 'renewed' : 'unreachable'
}

/**
 * The person is sent to the provider only if it answers, and what talks to it can be loaded: until then they stay
 * signed in to what is cached.
 */
async function refused(): Promise<RenewalOutcome> {
  const provider = await import('./provider.ts').catch(() => null)
  return (await provider?.isProviderReachable()) === true ? 'refused' : 'unreachable'
}

/**
 * Records with the credentials that a successor of their token is asked for. Of a browser that is killed before the
 * answer, localStorage may not have been written; the record is, at once.
 *
 * @param unheard when one was asked for that never came to the server, which no longer counts
 * @returns when a successor was first asked for; null if storage fails, or the session has changed meanwhile
 */
async function recordRefresh(credentials: Credentials, unheard?: number): Promise<number | null> {
  try {
    const stored = await readCredentials()
    const asked = stored?.token === credentials.token ? stored.refreshAskedAt : undefined
    if (asked !== undefined && asked !== unheard) return asked
    const refreshAskedAt = Date.now()
    const written = await writeCredentials({ ...credentials, refreshAskedAt })
    if (storedToken() === credentials.token) return written.kind === 'done' ? refreshAskedAt : null
    await syncCredentials()
    return null
  } catch {
    return null
  }
}

/** The pause after an early renewal, in milliseconds, in case it failed. */
const earlyRenewalIntervalMs = 60_000
let nextEarlyRenewal = 0

/** The pauses before it is repeated, in milliseconds: if its answer was lost, in time for the server's grace. */
const repeatAfterMs = [5000, 15_000]

async function renewEarly(): Promise<void> {
  const token = storedToken()
  for (const pauseMs of [0, ...repeatAfterMs]) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if ((await renewSession(token)) !== 'unreachable') return
  }
}

/**
 * Renews a token that is past three quarters of its lifetime, in the background; the current call still uses the old
 * one. Not without a network: that would be a request of which nobody knows whether it came to the server.
 */
export function renewBeforeExpiry(): void {
  const due = storedTime(renewalTimeKey)
  const now = Date.now()
  if (due === null || now < due || now < nextEarlyRenewal || !navigator.onLine) return
  nextEarlyRenewal = now + earlyRenewalIntervalMs
  void renewEarly()
}

const signInNeededListeners = createListeners()

/** Calls `listener` when the person has to be sent to the provider. Returns an unsubscribe function. */
export function watchSignInNeeded(listener: () => void): () => void {
  return signInNeededListeners.add(listener)
}

/** Announces that a renewal was refused. */
export function announceSignInNeeded(): void {
  signInNeededListeners.notify()
}
