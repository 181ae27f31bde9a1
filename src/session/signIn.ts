import type { Language } from '#contract/language.ts'
import { formOfPath } from '#contract/registration/formTypes.ts'
import { exchangeIdentity } from './exchange.ts'
import type { Arrival, LoginIntent } from './guard.ts'
import { rememberedMember } from './member.ts'
import { plainClient } from './plainClient.ts'
import {
  completeProviderSignIn,
  needsThePerson,
  readPendingSignIn,
  redirectToProvider,
  type SignInRequest,
} from './provider.ts'
import { homePath, safeReturnTo } from './returnTo.ts'
import { startSession } from './sessionLifecycle.ts'
import { withSessionLock } from './sessionLock.ts'
import { failureOf, type SignInFailure } from './signInFailure.ts'
import { storedToken } from './storedSession.ts'

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

interface SignInOptions extends Pick<SignInRequest, 'waiting'> {
  lang: Language
  /** The path of this app to return to. */
  returnTo: string
  intent: LoginIntent | undefined
  /** The email address that the provider's page begins with. */
  hint?: string | undefined
  /** The member whose sign-in is renewed without asking: the provider answers at once, by a code or by an error. */
  renews?: string | undefined
}

/**
 * Redirects to the provider. Resolves only if that failed: the page is not a secure context, the provider, or the chunk
 * that talks to it, cannot be reached, or the pending sign-in cannot be stored.
 */
export async function startSignIn(options: SignInOptions): Promise<'unreachable' | 'insecure' | 'storage'> {
  if (!isSecureContext) return 'insecure'
  redirects += 1
  await pendingWork
  try {
    await redirectToProvider(requestOf(options))
  } catch (error) {
    return isStorageFault(error) ? 'storage' : 'unreachable'
  }
  return new Promise(() => undefined)
}

/** Whether localStorage is full or forbidden, or there is none, as in some browsers inside other apps. */
function isStorageFault(error: unknown): boolean {
  if (error instanceof DOMException) return ['QuotaExceededError', 'SecurityError'].includes(error.name)
  return Reflect.get(globalThis, 'localStorage') === null
}

function requestOf({ lang, returnTo, intent, hint, renews, waiting }: SignInOptions): SignInRequest {
  const common = { lang, hint, joining: formOfPath(returnTo), waiting }
  if (intent === 'join') return { ...common, pending: { returnTo }, prompt: 'create', expired: false }
  if (renews !== undefined) return { ...common, pending: { returnTo, renews }, prompt: 'none', expired: false }
  // The provider may still know somebody who has left this device.
  const prompt = intent === 'other_account' || rememberedMember() === null ? 'login' : undefined
  return { ...common, pending: { returnTo }, prompt, expired: intent === 'expired' }
}

/** A request to `/login`. */
interface LoginCallback extends Pick<SignInRequest, 'waiting'> {
  /** The known parameters of the address. */
  search: Partial<Record<'error' | 'redirect' | 'code' | 'return_to', string | undefined>>
  /** The whole address. */
  url: string
  /** The path to return to, not validated yet. */
  returnTo: unknown
  intent: LoginIntent | undefined
  /** The email address that the provider's page begins with. */
  hint: string | undefined
  lang: Language
}

/**
 * - redirect: navigate to this path of the app, in place of `/login`; `arrival`: what has been completed for it.
 * - attention: the provider returned an error; `cancelled` if the person went back.
 * - failed: signing in did not work.
 *
 * `returnTo` is the path of this app to continue to after the next attempt.
 */
export type LoginCallbackOutcome =
  | { kind: 'redirect'; path: string; arrival?: Arrival }
  | { kind: 'attention'; cancelled: boolean; returnTo: string }
  | { kind: 'failed'; cause: SignInFailure; returnTo: string }

/**
 * Handles `/login`, the provider's redirect URI (specification section 4): an error asks for attention, a redirect is
 * followed once, a code completes the sign-in, no parameter starts one (or returns if a member is signed in), and
 * anything else redirects home.
 *
 * A sign-in that has expired is renewed without asking first ("Silent token refresh redirects to /login"). Where the
 * provider then has to ask, or knows another member, the person is asked.
 */
export async function handleLoginCallback(callback: LoginCallback): Promise<LoginCallbackOutcome> {
  const { search, url, intent, hint, waiting, lang } = callback
  const start = async (options: Omit<SignInOptions, 'lang'>): Promise<LoginCallbackOutcome> => ({
    kind: 'failed',
    cause: await startSignIn({ lang, ...options }),
    returnTo: options.returnTo,
  })
  if (search.error !== undefined) {
    const pending = await readPendingSignIn(url)
    const returnTo = safeReturnTo(pending?.returnTo)
    if (pending?.renews !== undefined && needsThePerson(search.error))
      return await start({ returnTo, intent: 'expired' })
    return { kind: 'attention', cancelled: search.error === 'access_denied', returnTo }
  }
  if (search.redirect !== undefined) return { kind: 'redirect', path: safeReturnTo(search.redirect) }
  if (search.code !== undefined) {
    const outcome = await completeSignIn(url)
    if (outcome.kind === 'signed_in') return { kind: 'redirect', path: outcome.returnTo, arrival: outcome.arrival }
    if (outcome.kind === 'other_member') return await start({ returnTo: outcome.returnTo, intent: 'other_account' })
    // The address of a finished sign-in, opened again by a signed-in member.
    return outcome.cause === 'expired' && rememberedMember() ? { kind: 'redirect', path: homePath } : outcome
  }
  const isStart = new URL(url).search === '' || search.return_to !== undefined
  if (!isStart) return { kind: 'redirect', path: homePath }
  const returnTo = safeReturnTo(callback.returnTo)
  const member = rememberedMember()
  const isAgain = intent !== undefined && intent !== 'join'
  if (member !== null && !isAgain) return { kind: 'redirect', path: returnTo }
  const renews = intent === 'expired' ? member?.id : undefined
  return await start({ returnTo, intent, hint, waiting, renews })
}

/** `other_member`: the provider was not to ask, and knows somebody else than the member who is signed in here. */
type SignInOutcome =
  | { kind: 'signed_in'; returnTo: string; arrival: Arrival }
  | { kind: 'other_member'; returnTo: string }
  | { kind: 'failed'; cause: SignInFailure; returnTo: string }

/**
 * Completes a sign-in from the provider's callback. A failure leaves the earlier session as it was. Rejects only where
 * the page is being left.
 */
async function completeSignIn(url: string): Promise<SignInOutcome> {
  if (!isSecureContext) return { kind: 'failed', cause: 'insecure', returnTo: homePath }
  return await withSessionLock(() => complete(url))
}

async function complete(url: string): Promise<SignInOutcome> {
  const before = storedToken()
  const pending = await readPendingSignIn(url)
  const returnTo = safeReturnTo(pending?.returnTo)
  const failed = (cause: SignInFailure) => ({ kind: 'failed', cause, returnTo }) as const
  const completed = await completeProviderSignIn(url)
  if (completed.kind !== 'completed') return failed(completed.kind)
  const outcome = await exchangeIdentity(plainClient, completed.identity)
  if (outcome.kind === 'failed') {
    // Neither token nor address: the console is copied into reports (specification section 8).
    const { kind } = outcome.error
    console.warn(`Signing in failed at "${outcome.step}": ${'status' in outcome.error ? outcome.error.status : kind}.`)
    return failed(failureOf(outcome.error))
  }
  if (pending?.renews !== undefined && outcome.user.member_profile.id !== pending.renews)
    return { kind: 'other_member', returnTo }
  // A tab that was frozen on the way must not replace a session that another tab has begun or ended since.
  const started = await startSession(outcome, () => storedToken() === before)
  if (started === 'stored') return { kind: 'signed_in', returnTo, arrival: outcome.isNew ? 'registered' : 'signed_in' }
  return failed(started === 'unwanted' ? 'expired' : started)
}
