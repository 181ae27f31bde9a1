import type { RenewalOutcome } from '#src/session/renewal.ts'
import { retryDelay } from '#src/outbox/backoff.ts'

/**
 * What to do after the server has rejected the token that scans were sent with.
 *
 * - again: there is a new token; send at once.
 * - later: try again in `waitMs`. `ask`: signing in would help, because no new token was granted or new ones are
 *   rejected as well.
 */
type RecoveryAdvice = { kind: 'again' } | { kind: 'later'; waitMs: number; ask: boolean }

/** What to do when the server accepts no token. */
export interface TokenRecovery {
  /** The server has rejected this token. */
  rejected: (token: string) => Promise<RecoveryAdvice>
  /** The server has accepted a token, or there was nothing to send. */
  accepted: () => void
}

interface TokenRecoverySettings {
  /** Replaces a token silently. Never rejects. */
  renew: (token: string) => Promise<RenewalOutcome>
  /** A monotonic clock, in milliseconds. */
  elapsed?: () => number
  /** A number from 0 up to 1, for the jitter. */
  random?: () => number
}

/**
 * Renews the token for the sender. Each failure, and each new token that is rejected as well, doubles the wait before
 * the next try from 1 s to 5 min: so a server that rejects tokens by mistake needs no action by the member and does not
 * cause a storm of sign-ins.
 */
export function createTokenRecovery({
  renew,
  elapsed = () => performance.now(),
  random = Math.random,
}: TokenRecoverySettings): TokenRecovery {
  let attempts = 0
  let notBefore = 0
  let ask = false
  /** A token that the club will not replace. It may be accepted again, but no successor is asked for again. */
  let unrenewableToken: string | null = null

  return {
    async rejected(token) {
      const left = notBefore - elapsed()
      if (left > 0) return { kind: 'later', waitMs: left, ask }
      const outcome = token === unrenewableToken ? 'refused' : await renew(token)
      if (outcome === 'refused' || outcome === 'signed_out') unrenewableToken = token
      attempts += 1
      const waitMs = retryDelay(attempts, random)
      notBefore = elapsed() + waitMs
      ask = outcome !== 'unreachable'
      return outcome === 'renewed' ? { kind: 'again' } : { kind: 'later', waitMs, ask }
    },
    accepted() {
      attempts = 0
      notBefore = 0
      unrenewableToken = null
    },
  }
}
