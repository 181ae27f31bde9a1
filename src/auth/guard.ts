import { redirect } from '@tanstack/react-router'
import { rememberedMember } from './member.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For `/login`: the path to return to. */
    returnTo?: string
    /** For `/login`: whether to create an account, or to make a signed-in member authenticate again. */
    loginIntent?: 'join' | 'reauthenticate'
    /** For `/login`: the email address that the person has already typed. */
    loginHint?: string
  }
}

/**
 * Guards member routes in `beforeLoad`: redirects a visitor to sign in, and back afterwards. A remembered member passes, offline as
 * well.
 */
export function requireMember({ location }: { location: { href: string } }): void {
  if (rememberedMember() !== null) return
  throw redirect({ to: '/login', state: { returnTo: location.href }, replace: true })
}
