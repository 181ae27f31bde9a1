import type { Language } from '#contract/language.ts'
import type { LoginIntent } from './guard.ts'
import { rememberedMember } from './member.ts'
import { homePath, safeReturnTo } from './returnTo.ts'
import { completeSignIn, returnPathOf, startSignIn, type SignInFailure } from './signIn.ts'

/** A request to `/login`. */
export interface LoginCallback {
  /** The known parameters of the address. */
  search: { error?: string | undefined; redirect?: string | undefined; code?: string | undefined }
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
 * - redirect: navigate to this path of the app, in place of `/login`.
 * - attention: the provider returned an error; `cancelled` if the person went back.
 * - failed: signing in did not work.
 *
 * `returnTo` is the path of this app to continue to after the next attempt.
 */
export type LoginCallbackOutcome =
  | { kind: 'redirect'; path: string }
  | { kind: 'attention'; cancelled: boolean; returnTo: string }
  | { kind: 'failed'; cause: SignInFailure; returnTo: string }

/**
 * Handles `/login`, the provider's redirect URI (specification section 4): an error asks for attention, a redirect is followed once, a
 * code completes the sign-in, no parameter starts one (or returns if a member is signed in), and anything else redirects home.
 */
export async function handleLoginCallback({
  search,
  url,
  returnTo,
  intent,
  hint,
  lang,
}: LoginCallback): Promise<LoginCallbackOutcome> {
  if (search.error !== undefined) {
    return { kind: 'attention', cancelled: search.error === 'access_denied', returnTo: await returnPathOf(url) }
  }
  if (search.redirect !== undefined) return { kind: 'redirect', path: safeReturnTo(search.redirect) }
  if (search.code !== undefined) {
    const outcome = await completeSignIn(url)
    if (outcome.kind === 'signed_in') return { kind: 'redirect', path: outcome.returnTo }
    // The address of a finished sign-in, opened again by a signed-in member.
    return outcome.cause === 'expired' && rememberedMember() ? { kind: 'redirect', path: homePath } : outcome
  }
  if (new URL(url).search !== '') return { kind: 'redirect', path: homePath }
  const path = safeReturnTo(returnTo)
  const isAgain = intent !== undefined && intent !== 'join'
  if (rememberedMember() !== null && !isAgain) return { kind: 'redirect', path }
  return {
    kind: 'failed',
    cause: await startSignIn({ lang, returnTo: path, intent, hint }),
    returnTo: path,
  }
}
