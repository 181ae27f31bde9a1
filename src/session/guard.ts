import { redirect } from '@tanstack/react-router'
import { rememberedMember } from './member.ts'

/**
 * What a sign-in is for: to create an account (`join`), or to make a signed-in member authenticate again, because they
 * ask for it (`reauthenticate`), or because the sign-in has expired, of which the provider's page then tells them.
 * `other_account`: as another member, although the provider still knows this one.
 */
export type LoginIntent = 'join' | 'reauthenticate' | 'expired' | 'other_account'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For `/login`, and for the beginning of joining: the path to return to. */
    returnTo?: string
    loginIntent?: LoginIntent
    /** For `/reopen-account`: the member has just closed the account. */
    hasClosed?: boolean
    /** For `/login` and a forgotten password: the email address that the person has already typed. */
    loginHint?: string
  }
}

/**
 * Guards member routes in `beforeLoad`: redirects a visitor to sign in, and back afterwards. A remembered member
 * passes, offline as well.
 */
export function requireMember({ location }: { location: { href: string } }): void {
  if (rememberedMember() !== null) return
  throw redirect({ to: '/login', state: { returnTo: location.href }, replace: true })
}
