import { logout } from '#contract/auth.ts'
import { alone } from './alone.ts'
import { exchange } from './exchange.ts'
import { keptRenewal, keptToken } from './kept.ts'
import { rememberedMember } from './member.ts'
import { plainClient } from './plainClient.ts'
import { renewIdentity } from './provider.ts'
import { endTokens } from './providerTokens.ts'
import { keepSession } from './signedIn.ts'
import { failureOf, type SignInFailure } from './signIn.ts'

/**
 * - renewed: the kept token is a new one (this tab's doing or another's).
 * - refused: the provider wants to see the person again.
 * - unreachable: no answer; the person stays signed in to what is cached.
 * - signed-out: nobody is signed in any more.
 */
export type RenewalOutcome = 'renewed' | 'refused' | 'unreachable' | 'signed-out'

/**
 * How long a replaced token goes on working, in milliseconds: calls that began with it come to their end. Where the page is
 * closed earlier, the token ends by its own time.
 */
const replacedTokenKept = 60_000
let renewing: Promise<RenewalOutcome> | undefined

/**
 * Renews the sign-in silently: the provider's refresh token, then the exchange anew; the token before it ends a minute later. One
 * tab at a time, because the provider takes a spent refresh token for a stolen one. Never throws.
 *
 * @param spent the token that should be replaced: where another one is kept by now, the work has been done
 */
export function renewSession(spent: string | null = keptToken()): Promise<RenewalOutcome> {
  renewing ??= alone(() => renew(spent)).finally(() => {
    renewing = undefined
  })
  return renewing
}

async function renew(spent: string | null): Promise<RenewalOutcome> {
  const token = keptToken()
  if (token === null) return 'signed-out'
  if (token !== spent) return 'renewed'
  const renewal = await renewIdentity()
  if (renewal.kind !== 'renewed') return renewal.kind
  const outcome = await exchange(plainClient, renewal.identity)
  if (outcome.kind === 'signed-in' && (await keepSession(outcome, () => keptToken() === spent)) === 'kept') {
    setTimeout(() => void plainClient.call(logout, {}, { token: spent, ownLane: true }), replacedTokenKept)
    return 'renewed'
  }
  if (keptToken() === null) {
    // Signed out meanwhile: the provider's fresh tokens came too late.
    await endTokens()
    return 'signed-out'
  }
  if (outcome.kind === 'signed-in') return 'renewed'
  return passing.has(failureOf(outcome.error)) ? 'unreachable' : 'refused'
}

/** Failures after which the same may work later, without the person. */
const passing = new Set<SignInFailure>(['unreachable', 'too-many'])

/** How long a failed early renewal is left alone, in milliseconds. */
const renewalPause = 60_000
let nextEarlyRenewal = 0

/**
 * Renews in the background a token that is past three quarters of its life; the call that noticed goes on with the old
 * one.
 */
export function renewInGoodTime(): void {
  const due = keptRenewal()
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
