import { withSessionLock } from './sessionLock.ts'
import { storedRenewalTime, storedToken } from './storedSession.ts'
import { rememberedMember } from './member.ts'

/**
 * - renewed: the kept token is a new one (this tab's doing or another's).
 * - refused: the provider wants to see the person again.
 * - unreachable: no answer; the person stays signed in to what is cached.
 * - signed-out: nobody is signed in any more.
 */
export type RenewalOutcome = 'renewed' | 'refused' | 'unreachable' | 'signed-out'

let renewing: Promise<RenewalOutcome> | undefined

/**
 * Renews the sign-in silently: the provider's refresh token, then the exchange anew; the token before it ends a minute later. One
 * tab at a time, because the provider takes a spent refresh token for a stolen one. Never throws.
 *
 * @param spent the token that should be replaced: where another one is kept by now, the work has been done
 */
export function renewSession(spent: string | null = storedToken()): Promise<RenewalOutcome> {
  renewing ??= withSessionLock(() => loadAndRenew(spent)).finally(() => {
    renewing = undefined
  })
  return renewing
}

/** The renewal is a part of its own: most visits need none. */
async function loadAndRenew(spent: string | null): Promise<RenewalOutcome> {
  const part = await import('./renewToken.ts').catch(() => null)
  return part === null ? 'unreachable' : await part.renew(spent)
}

/** How long a failed early renewal is left withSessionLock, in milliseconds. */
const renewalPause = 60_000
let nextEarlyRenewal = 0

/**
 * Renews in the background a token that is past three quarters of its life; the call that noticed goes on with the old
 * one.
 */
export function renewBeforeExpiry(): void {
  const due = storedRenewalTime()
  const now = Date.now()
  if (due === null || now < due || now < nextEarlyRenewal) return
  nextEarlyRenewal = now + renewalPause
  void renewSession()
}

/**
 * Asks the provider anew whether the member's email is verified, and has the club take it over.
 *
 * @returns 'sign-in': the provider wants to see the person again first
 */
export async function recheckEmail(): Promise<'verified' | 'unverified' | 'unreachable' | 'sign-in'> {
  const renewal = await renewSession()
  if (renewal === 'unreachable') return renewal
  if (renewal !== 'renewed') return 'sign-in'
  return rememberedMember()?.emailVerified ? 'verified' : 'unverified'
}

const needListeners = new Set<() => void>()

/** Calls `listener` when going on needs the person to sign in again. */
export function watchSignInNeeded(listener: () => void): () => void {
  needListeners.add(listener)
  return () => needListeners.delete(listener)
}

/** Tells that silent renewal has come to its end. */
export function announceSignInNeeded(): void {
  for (const listener of needListeners) listener()
}
