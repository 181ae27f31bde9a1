import * as v from 'valibot'
import { lenient } from '#contract/schemas/lenient.ts'
import { Success } from '#contract/schemas/success.ts'
import { Email } from './auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { PageLanguage } from '#contract/language.ts'

/** How long a link that chooses a new password works, in minutes: whoever has asked for it is waiting. */
export const resetMinutes = 60

/** Bounds of a password, in characters: an emoji is one. */
export const minPasswordLength = 8
export const maxPasswordLength = 200

/** The length of a password in characters, whatever its encoding. */
export function passwordLength(password: string): number {
  return Array.from(password).length
}

const Password = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.check((text) => {
    const length = passwordLength(text)
    return length >= minPasswordLength && length <= maxPasswordLength
  }),
)

/** The password that somebody confirms a change with. */
export const CurrentPassword = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000))

/** The specification's sentence for a link that is too old, was used, or was never issued (its section 8). */
export const linkExpired = 'authentication link expired, request a new password change'

/** The token of a mailed link. */
export const LinkToken = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))

/** Three passwords of the longest kind, with room for JSON's escapes, in bytes. */
const passwordBytes = 16 * 1024

/**
 * Always answers success, whether or not the address has an account (no account enumeration), or 429 with `Retry-After`
 * within `mailPauseSeconds` of the last one, and after five emails within an hour from the same network address.
 *
 * `sent_before`: none more was sent, as others have asked for many within the hour: the newest of these works. This
 * backend's own.
 */
export const forgotPassword = endpoint({
  summary: 'Sends an email with a link that chooses a new password',
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  rate: { class: 'mail', account: 'email', mail: { to: 'email', about: 'password', isRepeat: true } },
  request: v.object({ email: Email, lang: PageLanguage }),
  answer: v.object({ ...Success.entries, sent_before: v.optional(v.boolean(), false) }),
  burst: { request: { email: 'nobody@club.example' }, status: 200 },
})

/**
 * The link works once, and every sign-in of the account ends. `email`: the account's, to sign in with; whoever has the
 * link reads its mails. This backend's own. 422 with `linkExpired` when the link does not work (any
 * more); 422 with `password` refused when it is one of those that attackers try first.
 */
export const resetPassword = endpoint({
  summary: 'Chooses a new password by a mailed link',
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  rate: { class: 'sign-in', account: 'token' },
  maxBytes: passwordBytes,
  request: v.object({
    token: LinkToken,
    password: Password,
    password_confirmation: v.pipe(v.string(), v.nonEmpty()),
    lang: PageLanguage,
  }),
  answer: v.object({ ...Success.entries, email: lenient(Email) }),
  burst: {
    request: { token: 'no-such-token', password: 'Stradivari-1715', password_confirmation: 'Stradivari-1715' },
    status: 422,
  },
})

/**
 * The sign-in that calls ends, too. 422 with `current_password` refused when it is not the right one, with `password`
 * when it is the current one. This backend's own.
 */
export const changePassword = endpoint({
  summary: 'Replaces the password, and ends every sign-in',
  method: 'POST',
  path: '/api/{product}/users/change-password',
  access: 'member',
  rate: { class: 'sign-in', account: 'member' },
  maxBytes: passwordBytes,
  request: v.object({
    current_password: CurrentPassword,
    password: Password,
    password_confirmation: v.pipe(v.string(), v.nonEmpty()),
    lang: PageLanguage,
  }),
  answer: Success,
})
