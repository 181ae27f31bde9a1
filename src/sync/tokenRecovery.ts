import type { RenewalOutcome } from '#src/auth/sessionRenewal.ts'
import { waitBefore } from '#src/outbox/backoff.ts'

/**
 * What to do after the server has not taken the token that scans were sent with.
 *
 * - again: there is a new token; send at once.
 * - later: look again in `waitMs`; `ask` where signing in would help, because no new token was to be had or new ones are turned
 *   down too.
 */
export type RecoveryAdvice = { kind: 'again' } | { kind: 'later'; waitMs: number; ask: boolean }

export interface Renewal {
  /** The server has turned this token down. */
  rejected: (token: string) => Promise<RecoveryAdvice>
  /** The server has taken a token, or nothing was to be sent. */
  accepted: () => void
}

interface TokenRecoverySettings {
  /** Replaces a token silently, and never rejects: `renewSession`. */
  renew: (token: string) => Promise<RenewalOutcome>
  /** A clock that nobody can set, in milliseconds. */
  elapsed?: () => number
  /** A number from 0 up to 1. */
  random?: () => number
}

/**
 * Renews the sign-in for the sender. Each failure, and each new token that is turned down too, doubles the wait before the next
 * look from 1 s to 5 min: a server that says no by mistake is survived without anybody, and no storm of sign-ins comes of it.
 */
export function createTokenRecovery({
  renew,
  elapsed = () => performance.now(),
  random = Math.random,
}: TokenRecoverySettings): Renewal {
  let tries = 0
  let notBefore = 0
  let ask = false
  /** A token that the identity provider will not replace. The server may take it again, but the provider is not asked again. */
  let hopeless: string | null = null

  return {
    async rejected(token) {
      const left = notBefore - elapsed()
      if (left > 0) return { kind: 'later', waitMs: left, ask }
      const outcome = token === hopeless ? 'refused' : await renew(token)
      if (outcome === 'refused' || outcome === 'signed-out') hopeless = token
      tries += 1
      const waitMs = waitBefore(tries, random)
      notBefore = elapsed() + waitMs
      ask = outcome !== 'unreachable'
      return outcome === 'renewed' ? { kind: 'again' } : { kind: 'later', waitMs, ask }
    },
    accepted() {
      tries = 0
      notBefore = 0
      hopeless = null
    },
  }
}
