import type { Language } from '#contract/language.ts'
import type { ApiError } from '#src/api/errors.ts'
import type { LoginIntent } from './guard.ts'
import { withSessionLock } from './sessionLock.ts'
import { exchangeIdentity } from './exchange.ts'
import { mustReauthenticate, storedToken } from './storedSession.ts'
import { plainClient } from './plainClient.ts'
import { redirectToProvider, readReturnTarget, completeProviderSignIn, discardProviderSignIn } from './provider.ts'
import { safeReturnTo } from './returnTo.ts'
import { startSession } from './sessionStart.ts'

/**
 * Why a sign-in failed.
 * - unreachable: the provider or the club did not answer, or not properly.
 * - expired: the callback belongs to no pending sign-in of this browser (reloaded, too old, begun in another browser).
 * - inactive: this membership is no longer valid.
 * - too_many: too many attempts; a later one may succeed.
 * - rejected: the club refuses the provider's identity.
 * - storage: this browser's storage fails.
 * - insecure: the page was loaded by plain HTTP from another machine; browsers offer no WebCrypto to such pages.
 */
export type SignInFailure = 'unreachable' | 'expired' | 'inactive' | 'too_many' | 'rejected' | 'storage' | 'insecure'

/** `returnTo` is the path of this app to continue to. */
export type SignInOutcome =
  { kind: 'signed_in'; returnTo: string } | { kind: 'failed'; cause: SignInFailure; returnTo: string }

let redirects = 0
let pendingWork: Promise<unknown> = Promise.resolve()

/** How often a sign-in was started since the page was loaded. */
export function redirectCount(): number {
  return redirects
}

/** Makes the next sign-in wait for this work: leaving the page would cut off the calls of a sign-out. */
export function delayRedirectsUntil(work: Promise<unknown>): void {
  pendingWork = work
}

/**
 * Redirects to the provider's sign-in page. Resolves only if that failed: the page is not a secure context, or the provider, or the
 * chunk that talks to it, cannot be reached.
 */
export async function startSignIn({
  lang,
  returnTo,
  intent,
  hint,
}: {
  lang: Language
  returnTo: string
  intent: LoginIntent | undefined
  hint?: string | undefined
}): Promise<'unreachable' | 'insecure'> {
  if (!isSecureContext) return 'insecure'
  redirects += 1
  await pendingWork
  try {
    await redirectToProvider({
      lang,
      returnTo,
      hint,
      create: intent === 'join',
      expired: intent === 'expired',
      reauthenticate: intent === 'other_account' || mustReauthenticate(),
    })
  } catch {
    return 'unreachable'
  }
  return new Promise(() => undefined)
}

/**
 * Completes a sign-in from the provider's callback. Never rejects; a failure leaves the earlier session as it was.
 *
 * @param url the whole callback URL
 */
export async function completeSignIn(url: string): Promise<SignInOutcome> {
  if (!isSecureContext) return { kind: 'failed', cause: 'insecure', returnTo: safeReturnTo(undefined) }
  return await withSessionLock(() => complete(url))
}

async function complete(url: string): Promise<SignInOutcome> {
  const before = storedToken()
  const returnTo = await returnPathOf(url)
  const completed = await completeProviderSignIn(url)
  if (completed.kind === 'expired' || completed.kind === 'unreachable') {
    return { kind: 'failed', cause: completed.kind, returnTo }
  }
  const outcome = completed.kind === 'completed' ? await exchangeIdentity(plainClient, completed.identity) : null
  // A tab that was frozen on the way must not replace a session that another tab has begun or ended since.
  const started =
    outcome?.kind === 'signed_in' ? await startSession(outcome, () => storedToken() === before) : 'not signed in'
  if (started === 'stored') return { kind: 'signed_in', returnTo }
  // The provider's tokens may belong to another person than the stored club token, or another tab's sign-in has replaced them.
  await discardProviderSignIn()
  if (started === 'unwanted') return { kind: 'failed', cause: 'expired', returnTo }
  return {
    kind: 'failed',
    cause: outcome?.kind === 'failed' ? failureOf(outcome.error) : 'storage',
    returnTo,
  }
}

/** The validated return path of the pending sign-in of a callback; home if there is none. */
export async function returnPathOf(url: string): Promise<string> {
  return safeReturnTo(await readReturnTarget(url))
}

/** Maps a failed call to the failure of a sign-in. A refusal that is not in the API's words is a gateway's, and says nothing of the sign-in. */
export function failureOf(error: ApiError): SignInFailure {
  if (error.kind !== 'http' || !error.inShape) return 'unreachable'
  if (error.status === 403) return 'inactive'
  if (error.status === 429) return 'too_many'
  return error.status >= 500 ? 'unreachable' : 'rejected'
}
