import * as v from 'valibot'
import { Email } from './auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { PageLanguage } from '#contract/language.ts'
import { LinkToken } from './password.ts'

/**
 * Sends a link to a new address of the signed-in member, who confirms it with the password. The same answer whether or
 * not somebody else has the address. 422 with `current_password` refused when it is not the right one. This backend's
 * own, as is the next.
 */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/{product}/users/change-email',
  access: 'member',
  rate: { class: 'mail', account: 'member', mail: { to: 'email', about: 'new_address' } },
  maxBytes: 8 * 1024,
  request: v.object({
    email: Email,
    current_password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000)),
    lang: PageLanguage,
  }),
  answer: v.object({ success: v.literal(true) }),
})

/**
 * Gives the account the address that the mailed link proves. 422 with `token` refused when the link does not work (any
 * more), with `email` refused ("has already been used") when another account has the address.
 */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email',
  access: 'public',
  rate: { class: 'sign-in', account: 'token' },
  request: v.object({ token: LinkToken, lang: PageLanguage }),
  answer: v.object({ success: v.literal(true) }),
  burst: { request: { token: 'no-such-token' }, status: 422 },
})
