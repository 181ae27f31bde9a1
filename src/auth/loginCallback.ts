import type { Language } from '#contract/language.ts'
import { rememberedMember } from './member.ts'
import { home, safeReturnTo } from './returnTo.ts'
import { completeSignIn, returnPathOf, startSignIn, type SignInFailure } from './signIn.ts'

/** What `/login` was called with. */
export interface LoginCallback {
  /** The parameters that mean something here, as they stand in the address. */
  search: { error?: string | undefined; redirect?: string | undefined; code?: string | undefined }
  /** The whole address. */
  url: string
  /** The path that the app wants to come back to (not yet judged). */
  returnTo: unknown
  /**
   * `join`: the person asked for a new account. `refresh`: the provider's fresh word is wanted although somebody is
   * signed in.
   */
  wish: 'join' | 'refresh' | undefined
  lang: Language
}

/**
 * What is to be done about a visit.
 * - go: navigate to this path of the app, in place of `/login`.
 * - attention: the provider sent an error; `stopped` where the person turned back there.
 * - failed: signing in did not work.
 *
 * `returnTo` is the path of this app that the person was on the way to: the next try goes on to it.
 */
export type LoginCallbackOutcome =
  | { kind: 'go'; path: string }
  | { kind: 'attention'; stopped: boolean; returnTo: string }
  | { kind: 'failed'; cause: SignInFailure; returnTo: string }

/**
 * Answers a visit to `/login`, the provider's return address (specification section 4): an error asks for attention, a
 * redirect is followed once, a code completes the sign-in, no parameter starts one (or goes back where somebody is
 * signed in), anything else leads home.
 */
export async function handleLoginCallback({
  search,
  url,
  returnTo,
  wish,
  lang,
}: LoginCallback): Promise<LoginCallbackOutcome> {
  if (search.error !== undefined) {
    return { kind: 'attention', stopped: search.error === 'access_denied', returnTo: await returnPathOf(url) }
  }
  if (search.redirect !== undefined) return { kind: 'go', path: safeReturnTo(search.redirect) }
  if (search.code !== undefined) {
    const outcome = await completeSignIn(url)
    if (outcome.kind === 'signed-in') return { kind: 'go', path: outcome.returnTo }
    // The address of a finished sign-in, opened again: whoever is signed in has nothing to sign in for.
    return outcome.cause === 'expired' && rememberedMember() ? { kind: 'go', path: home } : outcome
  }
  if (new URL(url).search !== '') return { kind: 'go', path: home }
  const path = safeReturnTo(returnTo)
  if (rememberedMember() !== null && wish !== 'refresh') return { kind: 'go', path }
  return { kind: 'failed', cause: await startSignIn({ lang, returnTo: path, create: wish === 'join' }), returnTo: path }
}
