import { logout } from '#contract/auth.ts'
import { exchangeIdentity } from './exchange.ts'
import { storedToken } from './storedSession.ts'
import { plainClient } from './plainClient.ts'
import { renewIdentity } from './provider.ts'
import { markSignedOut } from './providerTokens.ts'
import { startSession, syncCredentials } from './sessionStart.ts'
import { failureOf, type SignInFailure } from './signIn.ts'

/**
 * - renewed: the stored token is a new one (renewed by this tab or another).
 * - refused: the provider requires the person to sign in.
 * - unreachable: no answer, or a new token that this browser cannot store; the person stays signed in and sees cached data.
 * - signed-out: nobody is signed in any more.
 */
export type RenewalOutcome = 'renewed' | 'refused' | 'unreachable' | 'signed-out'

/**
 * How long a replaced token stays valid, in milliseconds, so that calls in flight can finish. If the page is closed earlier, the token
 * expires on its own.
 */
const graceMs = 60_000

/** Failures after which a later attempt may succeed without the person. */
const transientFailures = new Set<SignInFailure>(['unreachable', 'too-many'])

/** Replaces the stored token through the provider and the exchange. Never rejects. Call `renewSession`, which holds the session lock. */
export async function renewToken(spent: string | null): Promise<RenewalOutcome> {
  const token = storedToken()
  if (token === null) return 'signed-out'
  if (token !== spent) {
    // Replaced already. The sender asks if its own record still holds the spent one.
    return (await syncCredentials()).kind === 'done' ? 'renewed' : 'unreachable'
  }
  const renewal = await renewIdentity()
  if (renewal.kind !== 'renewed') return renewal.kind
  const outcome = await exchangeIdentity(plainClient, renewal.identity)
  const started =
    outcome.kind === 'signed-in' ? await startSession(outcome, () => storedToken() === spent) : 'not signed in'
  if (started === 'stored') {
    setTimeout(() => void plainClient.call(logout, {}, { token: spent, concurrent: true }), graceMs)
    return 'renewed'
  }
  if (storedToken() === null) {
    // The member has signed out in the meantime: the provider's new tokens must not stay.
    await markSignedOut()
    return 'signed-out'
  }
  if (outcome.kind === 'signed-in') return started === 'storage' ? 'unreachable' : 'renewed'
  return transientFailures.has(failureOf(outcome.error)) ? 'unreachable' : 'refused'
}
