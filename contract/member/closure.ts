import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { PageLanguage } from '#contract/language.ts'
import { Success } from '#contract/schemas/success.ts'
import { LinkToken } from './password.ts'

/** How long a closed account can be opened again, in days. */
export const reopenDays = 30

/** What is said to the only owner of the club's staff: nobody could invite another one. */
export const lastOwner = 'last_owner'

/**
 * Every sign-in ends at once, and what names the person is removed at `closes_at` (ISO 8601), unless the link that is
 * mailed undoes it before. Members of the built-in identity provider confirm it with the password: 422 with
 * `current_password` refused. Whoever serves the club leaves the staff with it; its only owner is refused with 422,
 * `last_owner`. This backend's own, as are the next.
 */
export const closeAccount = endpoint({
  summary: 'Closes the member’s account',
  method: 'POST',
  path: '/api/{product}/users/close-account',
  access: 'member',
  rate: { class: 'sign-in', account: 'member' },
  maxBytes: 8 * 1024,
  request: v.object({ current_password: v.optional(v.pipe(v.string(), v.maxLength(1000)), ''), lang: PageLanguage }),
  answer: v.object({ success: v.literal(true), closes_at: v.string() }),
})

/** 422 with `token` refused when the link does not work (any more). */
export const reopenAccount = endpoint({
  summary: 'Reopens a closed account by a mailed link',
  method: 'POST',
  path: '/api/auth/reopen-account',
  access: 'public',
  rate: { class: 'sign-in', account: 'token' },
  request: v.object({ token: LinkToken }),
  answer: Success,
  burst: { request: { token: 'no-such-token' }, status: 422 },
})

/** `data`: readable JSON by subject. One answer at a time is gathered for a member. */
export const exportAccount = endpoint({
  summary: 'Exports everything that the club holds about the member',
  method: 'GET',
  path: '/api/{product}/users/export',
  access: 'member',
  rate: { class: 'own-data' },
  request: v.object({}),
  answer: v.object({ exported_at: v.string(), data: v.record(v.string(), v.unknown()) }),
})
