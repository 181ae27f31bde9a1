import type { Language } from '#contract/language.ts'
import { answerWithin } from '#src/platform/answerWithin.ts'
import { leave, revokeEndedSignIns } from './leave.ts'
import { endSessionAddress } from './provider.ts'
import { delayRedirectsUntil, redirectCount } from './signIn.ts'

/** How long it may take to tidy up, in milliseconds: what is left over is tidied up at the next start. */
const maxTidyMs = 3_000

/**
 * Signs out: on this device at once and always (`leave.ts`). Then the club ends the sign-in, if it can be reached, and
 * the page goes to the provider's end-session URL.
 *
 * @param tidy deletes what else there is of the member's, once the session has ended
 * @param maxMs how long the end on this device may take, if not the usual time
 * @returns 'leaving': the page is being left and returns to home; 'local': the club or the provider could not be
 *   reached, show home; 'superseded': a new sign-in has started in the meantime and must not be interrupted (the
 *   provider will ask for the password)
 */
export async function signOut(
  lang: Language,
  tidy: () => Promise<unknown>,
  maxMs?: number,
): Promise<'leaving' | 'local' | 'superseded'> {
  const redirectsBefore = redirectCount()
  await leave(maxMs)
  const address = revokeEndedSignIns().then(() => endSessionAddress(lang))
  const work = Promise.allSettled([address, answerWithin(tidy(), maxTidyMs)])
  delayRedirectsUntil(work)
  const [end] = await work
  // “Sign in” leads to its address at once; the redirect counts only when the code of that page has loaded.
  const isSigningIn = redirectCount() !== redirectsBefore || location.pathname === '/login'
  if (isSigningIn) return 'superseded'
  if (end.status === 'rejected') return 'local'
  location.assign(end.value)
  return 'leaving'
}
