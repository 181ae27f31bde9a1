import { logout } from '#contract/member/auth.ts'
import type { Language } from '#contract/language.ts'
import { plainClient } from './plainClient.ts'
import { endSessionAddress } from './provider.ts'
import { endSession } from './sessionLifecycle.ts'
import { withSessionLock } from './sessionLock.ts'
import { delayRedirectsUntil, redirectCount } from './signIn.ts'
import { storedToken } from './storedSession.ts'

/** How long the club may take to revoke the token, in milliseconds. */
const logoutTimeoutMs = 4_000

/**
 * How long a renewal in another tab may hold up the sign-out, in milliseconds; what it brings afterwards is thrown
 * away.
 */
const lockTimeoutMs = 5_000

/** Ends the session of this browser, and returns the token that the club has to revoke. */
async function endHere(): Promise<string | null> {
  const token = storedToken()
  await endSession()
  return token
}

async function revoke(token: string | null): Promise<void> {
  if (token !== null) await plainClient.call(logout, {}, { token, concurrent: true, timeoutMs: logoutTimeoutMs })
}

/**
 * Signs out. On this device at once and always, offline as well: token, profile copy, login flags, the worker's
 * credentials. Then the club revokes the token, if it can be reached, and the page goes to the provider's end-session
 * URL.
 *
 * @returns 'leaving': the page is being left and returns to home; 'local': the provider could not be reached, show
 *   home; 'superseded': a new sign-in has started in the meantime and must not be interrupted (the provider will ask
 *   for the password)
 */
export async function signOut(lang: Language): Promise<'leaving' | 'local' | 'superseded'> {
  const redirectsBefore = redirectCount()
  const token = await withSessionLock(endHere, lockTimeoutMs)
  const revocation = Promise.allSettled([revoke(token).then(() => endSessionAddress(lang))])
  delayRedirectsUntil(revocation)
  const [address] = await revocation
  // “Sign in” leads to its address at once; the redirect counts only when the code of that page has loaded.
  const isSigningIn = redirectCount() !== redirectsBefore || location.pathname === '/login'
  if (isSigningIn) return 'superseded'
  if (address.status === 'rejected') return 'local'
  location.assign(address.value)
  return 'leaving'
}
