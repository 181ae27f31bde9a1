import type { Language } from '#contract/language.ts'
import type { ApiError } from '#src/api/errors.ts'
import { withSessionLock } from './sessionLock.ts'
import { exchange, type Identity } from './exchange.ts'
import { mustReauthenticate } from './storedSession.ts'
import { plainClient } from './plainClient.ts'
import { redirectToProvider, readReturnTarget, completeProviderSignIn } from './provider.ts'
import { clearProviderTokens } from './providerTokens.ts'
import { safeReturnTo } from './returnTo.ts'
import { startSession } from './sessionLifecycle.ts'

/**
 * Why a sign-in brought no member.
 * - unreachable: the provider or the club did not answer, or not properly.
 * - expired: the address belongs to no sign-in under way here (reloaded, too old, begun in another browser).
 * - inactive: the club says that this membership is no longer valid.
 * - too-many: too many tries, later ones will do.
 * - rejected: the club refuses what the provider says.
 * - storage: this browser keeps nothing.
 * - insecure: the page came by plain HTTP from another machine, and browsers give such a page none of the cryptography that
 *   signing in needs.
 */
export type SignInFailure = 'unreachable' | 'expired' | 'inactive' | 'too-many' | 'rejected' | 'storage' | 'insecure'

/** `returnTo` is the path of this app that the person was on the way to. */
export type SignInOutcome =
  { kind: 'signed-in'; returnTo: string } | { kind: 'failed'; cause: SignInFailure; returnTo: string }

let departures = 0
let farewell: Promise<unknown> = Promise.resolve()

/** How often somebody has set out to sign in since the page was loaded. */
export function redirectCount(): number {
  return departures
}

/** Has a sign-in that is begun meanwhile wait for this: leaving the page would cut off the calls of a sign-out. */
export function delayRedirectsUntil(work: Promise<unknown>): void {
  farewell = work
}

/**
 * Leaves the page for the provider's sign-in. Resolves only where that failed: the page is not a secure one, or the
 * provider, or the part of the app that talks with it, cannot be reached.
 */
export async function startSignIn(wishes: {
  lang: Language
  returnTo: string
  create: boolean
}): Promise<'unreachable' | 'insecure'> {
  if (!isSecureContext) return 'insecure'
  departures += 1
  await farewell
  try {
    await redirectToProvider({ ...wishes, askPassword: mustReauthenticate() })
  } catch {
    return 'unreachable'
  }
  return new Promise(() => undefined)
}

/**
 * Completes a sign-in with what the provider sent the person back with. Never throws; after a failure nobody new is
 * signed in.
 *
 * @param url the whole address of the return
 */
export function completeSignIn(url: string): Promise<SignInOutcome> {
  return withSessionLock(() => complete(url))
}

async function complete(url: string): Promise<SignInOutcome> {
  const returnTo = await returnPathOf(url)
  let identity: Identity
  try {
    identity = await completeProviderSignIn(url)
  } catch (error) {
    return { kind: 'failed', cause: isNetworkFault(error) ? 'unreachable' : 'expired', returnTo }
  }
  const outcome = await exchange(plainClient, identity)
  if (outcome.kind === 'signed-in' && (await startSession(outcome)) === 'kept') return { kind: 'signed-in', returnTo }
  // The provider's tokens may be another person's than the club token that still lies here.
  await clearProviderTokens()
  return { kind: 'failed', cause: outcome.kind === 'failed' ? failureOf(outcome.error) : 'storage', returnTo }
}

/** Where somebody whom the provider sent to this address was on the way to; home where nobody knows. */
export async function returnPathOf(url: string): Promise<string> {
  return safeReturnTo(await readReturnTarget(url))
}

function isNetworkFault(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'ErrorTimeout')
}

/** What a call that failed means for a sign-in. */
export function failureOf(error: ApiError): SignInFailure {
  if (error.kind !== 'http') return 'unreachable'
  if (error.status === 403) return 'inactive'
  if (error.status === 429) return 'too-many'
  return error.status >= 500 ? 'unreachable' : 'rejected'
}
