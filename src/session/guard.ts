import { redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import type { Language } from '#contract/language.ts'
import { rememberedMember } from './member.ts'

/**
 * What a sign-in is for: to create an account (`join`), or to make a signed-in member authenticate again, because they
 * ask for it (`reauthenticate`), or because the sign-in has expired, of which the provider's page then tells them.
 * `other_account`: as another member, although the provider still knows this one.
 */
export type LoginIntent = 'join' | 'reauthenticate' | 'expired' | 'other_account'

/** What brings somebody to a page: a sign-in, or one that has made them known to the club. */
export type Arrival = 'signed_in' | 'registered'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For `/login`, and for the beginning of joining: the path to return to. */
    returnTo?: string
    loginIntent?: LoginIntent
    /** For the page that a sign-in returns to. */
    arrival?: Arrival
    /** For `/reopen-account`: the member has just closed the account, which can be reopened until then (ISO 8601). */
    reopenableUntil?: string
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

/**
 * For the `beforeLoad` of a result page: the navigation state that it shows, which the browser may have kept since an
 * earlier version, and which is only for the member whose it is. Leads home without it.
 */
export function requireOwnState<State extends { memberId: string }>(
  schema: v.GenericSchema<unknown, State>,
  state: unknown,
  params: { lang: Language },
): State {
  const parsed = v.safeParse(schema, state)
  if (parsed.success && parsed.output.memberId === rememberedMember()?.id) return parsed.output
  throw redirect({ to: '/$lang', params, replace: true })
}
