import { logout } from '#contract/auth.ts'
import type { Language } from '#contract/language.ts'
import { storedToken } from './storedSession.ts'
import { plainClient } from './plainClient.ts'
import { endProviderSession, readRefreshToken } from './provider.ts'
import { endSession } from './sessionLifecycle.ts'
import { redirectCount, delayRedirectsUntil } from './signIn.ts'

/** How long the club may take to hear of a sign-out, in milliseconds. */
const farewellPatience = 4_000

/**
 * Signs out. Here at once and in any case, offline too: token, profile copy, login flags, the worker's record. Then, as
 * far as they can be reached, the club revokes its token and the provider its own, and the page leaves for the
 * provider's end-session address.
 *
 * @returns 'leaving': the page is being left and comes back to home; 'here': nobody could be told, show home;
 *   'overtaken': somebody is on the way to sign in again already and must not be called back (the provider asks them
 *   for the password)
 */
export async function signOut(lang: Language): Promise<'leaving' | 'here' | 'overtaken'> {
  const departuresBefore = redirectCount()
  const token = storedToken()
  const refreshToken = await readRefreshToken()
  await endSession()
  const told = Promise.allSettled([
    endProviderSession(refreshToken, lang),
    token === null ? null : plainClient.call(logout, {}, { token, ownLane: true, timeoutMs: farewellPatience }),
  ])
  delayRedirectsUntil(told)
  const [leave] = await told
  if (redirectCount() !== departuresBefore) return 'overtaken'
  if (leave.status === 'rejected') return 'here'
  location.assign(leave.value)
  return 'leaving'
}
