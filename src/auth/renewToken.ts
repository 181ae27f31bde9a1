import { logout } from '#contract/auth.ts'
import { exchange } from './exchange.ts'
import { storedToken } from './storedSession.ts'
import { plainClient } from './plainClient.ts'
import { renewIdentity } from './provider.ts'
import { markSignedOut } from './providerTokens.ts'
import type { RenewalOutcome } from './sessionRenewal.ts'
import { startSession } from './sessionLifecycle.ts'
import { failureOf, type SignInFailure } from './signIn.ts'

/**
 * How long a replaced token goes on working, in milliseconds: calls that began with it come to their end. Where the page is
 * closed earlier, the token ends by its own time.
 */
const replacedTokenKept = 60_000

/** Failures after which the same may work later, without the person. */
const passing = new Set<SignInFailure>(['unreachable', 'too-many'])

/**
 * Replaces the kept token by way of the provider and the exchange. Never throws. To be called by one tab at a time:
 * `renewSession` is for everybody else.
 */
export async function renew(spent: string | null): Promise<RenewalOutcome> {
  const token = storedToken()
  if (token === null) return 'signed-out'
  if (token !== spent) return 'renewed'
  const renewal = await renewIdentity()
  if (renewal.kind !== 'renewed') return renewal.kind
  const outcome = await exchange(plainClient, renewal.identity)
  if (outcome.kind === 'signed-in' && (await startSession(outcome, () => storedToken() === spent)) === 'kept') {
    setTimeout(() => void plainClient.call(logout, {}, { token: spent, ownLane: true }), replacedTokenKept)
    return 'renewed'
  }
  if (storedToken() === null) {
    // Signed out meanwhile: the provider's fresh tokens came too late.
    await markSignedOut()
    return 'signed-out'
  }
  if (outcome.kind === 'signed-in') return 'renewed'
  return passing.has(failureOf(outcome.error)) ? 'unreachable' : 'refused'
}
