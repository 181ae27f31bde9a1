import { redirect } from '@tanstack/react-router'
import { rememberedMember } from './member.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the way to `/login`: the path to come back to. */
    returnTo?: string
    /** On the way to `/login`: a new account is wanted, or the provider's fresh word on a member who is signed in. */
    loginWish?: 'join' | 'refresh'
  }
}

/**
 * For the `beforeLoad` of member routes: sends a visitor to sign in, and back here afterwards. A remembered member
 * passes offline too, to what is cached.
 */
export function requireMember({ location }: { location: { href: string } }): void {
  if (rememberedMember() !== null) return
  throw redirect({ to: '/login', state: { returnTo: location.href }, replace: true })
}
