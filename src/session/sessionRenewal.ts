import { renewalTimeKey, storedTime, storedToken } from './storedSession.ts'
import { rememberedMember } from './member.ts'
import type { RenewalOutcome, RenewalSource } from './renewToken.ts'

const renewing = new Map<RenewalSource, Promise<RenewalOutcome>>()

/**
 * Renews the session silently. The old token ends a minute later. One tab at a time, because a reused token counts as stolen. Never
 * rejects.
 *
 * @param spent the token to replace; if another one is stored by now, the work is done
 * @param source `club`: the token itself, while it works. `provider`: the provider's refresh token, then the exchange; needed once the
 *   token has ended, and to hear what the provider knows about the member
 */
export function renewSession(
  spent: string | null = storedToken(),
  source: RenewalSource = 'provider',
): Promise<RenewalOutcome> {
  const running = renewing.get(source)
  if (running) return running
  const renewal = loadAndRenew(spent, source).finally(() => renewing.delete(source))
  renewing.set(source, renewal)
  return renewal
}

/** Renewal is a chunk of its own: most visits need none. */
async function loadAndRenew(spent: string | null, source: RenewalSource): Promise<RenewalOutcome> {
  const chunk = await import('./renewToken.ts').catch(() => null)
  return chunk === null ? 'unreachable' : await chunk.renewToken(spent, source)
}

/** The pause after an early renewal, in milliseconds, in case it failed. */
const earlyRenewalIntervalMs = 60_000
let nextEarlyRenewal = 0

/** Renews a token that is past three quarters of its lifetime, in the background; the current call still uses the old one. */
export function renewBeforeExpiry(): void {
  const due = storedTime(renewalTimeKey)
  const now = Date.now()
  if (due === null || now < due || now < nextEarlyRenewal) return
  nextEarlyRenewal = now + earlyRenewalIntervalMs
  void renewSession(storedToken(), 'club')
}

/**
 * Renews the session to find out whether the member's email has been verified.
 *
 * @returns 'sign-in' if the provider requires the person to sign in first
 */
export async function recheckEmail(): Promise<'verified' | 'unverified' | 'unreachable' | 'sign-in'> {
  const renewal = await renewSession()
  if (renewal === 'unreachable') return renewal
  if (renewal !== 'renewed') return 'sign-in'
  return rememberedMember()?.emailVerified ? 'verified' : 'unverified'
}

const signInNeededListeners = new Set<() => void>()

/** Calls `listener` when the person has to sign in again. Returns an unsubscribe function. */
export function watchSignInNeeded(listener: () => void): () => void {
  signInNeededListeners.add(listener)
  return () => signInNeededListeners.delete(listener)
}

/** Announces that silent renewal was refused. */
export function announceSignInNeeded(): void {
  for (const listener of signInNeededListeners) listener()
}
