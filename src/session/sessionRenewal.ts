import { createListeners } from '#src/platform/listeners.ts'
import type { RenewalOutcome } from './renewToken.ts'
import { renewalTimeKey, storedTime, storedToken } from './storedSession.ts'

let renewing: Promise<RenewalOutcome> | undefined

/**
 * Renews the session silently: the club exchanges its token for a new one, and the old one ends a minute later. One tab
 * at a time, because a reused token counts as stolen. Never rejects.
 *
 * @param spent the token to replace; if another one is stored by now, the work is done
 */
export function renewSession(spent: string | null = storedToken()): Promise<RenewalOutcome> {
  renewing ??= loadAndRenew(spent).finally(() => (renewing = undefined))
  return renewing
}

/** Renewal is a chunk of its own: most visits need none. */
async function loadAndRenew(spent: string | null): Promise<RenewalOutcome> {
  const chunk = await import('./renewToken.ts').catch(() => null)
  return chunk === null ? 'unreachable' : await chunk.renewToken(spent)
}

/** The pause after an early renewal, in milliseconds, in case it failed. */
const earlyRenewalIntervalMs = 60_000
let nextEarlyRenewal = 0

/**
 * Renews a token that is past three quarters of its lifetime, in the background; the current call still uses the old
 * one.
 */
export function renewBeforeExpiry(): void {
  const due = storedTime(renewalTimeKey)
  const now = Date.now()
  if (due === null || now < due || now < nextEarlyRenewal) return
  nextEarlyRenewal = now + earlyRenewalIntervalMs
  void renewSession()
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
