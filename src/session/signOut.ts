import { logout } from '#contract/member/auth.ts'
import type { Language } from '#contract/language.ts'
import { storedToken } from './storedSession.ts'
import { plainClient } from './plainClient.ts'
import { endProviderSession } from './provider.ts'
import { readRefreshToken } from './providerTokens.ts'
import { endSession } from './sessionLifecycle.ts'
import { withSessionLock } from './sessionLock.ts'
import { answerWithin } from './answerWithin.ts'
import { redirectCount, delayRedirectsUntil } from './signIn.ts'

/** How long the club may take to revoke the token, in milliseconds. */
const logoutTimeoutMs = 4_000

/** How long a renewal in another tab may hold up the sign-out, in milliseconds; what it brings afterwards is thrown away. */
const lockTimeoutMs = 5_000

/** How long this browser's storage may take to tell the tokens to revoke, in milliseconds. */
const maxReadMs = 1_000

/** Ends the session of this browser, and returns the tokens that the servers have to revoke. */
async function endHere() {
  const token = storedToken()
  const refreshToken = await answerWithin(readRefreshToken(), maxReadMs)
  await endSession()
  return { token, refreshToken }
}

/** Before the provider's token is revoked: that ends the same sign-in at the club, which would then refuse this call. */
async function revoke(token: string | null): Promise<void> {
  if (token !== null) await plainClient.call(logout, {}, { token, concurrent: true, timeoutMs: logoutTimeoutMs })
}

/**
 * Signs out. On this device at once and always, offline as well: token, profile copy, login flags, the worker's credentials. Then the
 * club and the provider revoke their tokens, if they can be reached, and the page goes to the provider's end-session URL.
 *
 * @returns 'leaving': the page is being left and returns to home; 'local': the provider could not be reached, show home;
 *   'superseded': a new sign-in has started in the meantime and must not be interrupted (the provider will ask for the password)
 */
export async function signOut(lang: Language): Promise<'leaving' | 'local' | 'superseded'> {
  const redirectsBefore = redirectCount()
  const { token, refreshToken } = await withSessionLock(endHere, lockTimeoutMs)
  const revocation = Promise.allSettled([revoke(token).then(() => endProviderSession(refreshToken, lang))])
  delayRedirectsUntil(revocation)
  const [endedAtProvider] = await revocation
  // “Sign in” leads to its address at once; the redirect counts only when the code of that page has loaded.
  const isSigningIn = redirectCount() !== redirectsBefore || location.pathname === '/login'
  if (isSigningIn) return 'superseded'
  if (endedAtProvider.status === 'rejected') return 'local'
  location.assign(endedAtProvider.value)
  return 'leaving'
}
