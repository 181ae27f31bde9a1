import * as v from 'valibot'
import { Success } from '#contract/schemas/success.ts'
import { Email } from './auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { PageLanguage } from '#contract/language.ts'
import { CurrentPassword, LinkToken } from './password.ts'

/** How many digits the code of a verification mail has. */
export const emailCodeLength = 6

/** How long such a code works, in minutes: for whoever waits for it. */
export const emailCodeMinutes = 15

/** How long a link that proves an address works, in hours: long enough for a mail that is read the next evening. */
export const emailLinkHours = 48

/** A code as people type or paste it: with spaces, or in the digits of a Chinese keyboard. */
export const EmailCode = v.pipe(
  v.string(),
  v.maxLength(100),
  v.transform((text) => text.normalize('NFKC').replaceAll(/[\s-]/g, '')),
  v.digits(),
  v.length(emailCodeLength),
)

/** Why a code is refused that is too old, or was tried too often: there is a new one to ask for. */
export const codeExpired = 'verification code expired, request a new one'

/**
 * The code of the newest verification mail works, for `emailCodeMinutes` and five tries. 422 with `code` refused when
 * it is another one; 422 with `codeExpired` when none works any more. Succeeds again where the address is verified
 * already. This backend's own.
 */
export const verifyEmailCode = endpoint({
  summary: 'Verifies the email address by a mailed code',
  method: 'POST',
  path: '/api/{product}/users/verify-email-code',
  access: 'member',
  rate: { class: 'sign-in', account: 'member' },
  request: v.object({ code: EmailCode }),
  answer: Success,
})

/**
 * The member confirms it with the password. The same answer whether or not somebody else has the address. 422 with
 * `current_password` refused when it is not the right one. This backend's own, as is the next.
 */
export const changeEmail = endpoint({
  summary: 'Sends a link to a new email address',
  method: 'POST',
  path: '/api/{product}/users/change-email',
  access: 'member',
  rate: { class: 'mail', account: 'member', mail: { to: 'email', about: 'new_address' } },
  maxBytes: 8 * 1024,
  request: v.object({
    email: Email,
    current_password: CurrentPassword,
    lang: PageLanguage,
  }),
  answer: Success,
})

/** The address that a mailed link confirms. Changes nothing. 422 with `token` refused when the link does not work. */
export const newEmail = endpoint({
  summary: 'Says which email address a mailed link confirms',
  method: 'POST',
  path: '/api/auth/new-email',
  access: 'public',
  rate: { class: 'sign-in', account: 'token' },
  request: v.object({ token: LinkToken }),
  answer: v.object({ ...Success.entries, email: v.string() }),
  burst: { request: { token: 'no-such-token' }, status: 422 },
})

/**
 * 422 with `token` refused when the link does not work (any more), with `email` refused ("has already been used") when
 * another account has the address.
 */
export const confirmEmail = endpoint({
  summary: 'Changes the email address by a mailed link',
  method: 'POST',
  path: '/api/auth/confirm-email',
  access: 'public',
  rate: { class: 'sign-in', account: 'token' },
  request: v.object({ token: LinkToken, lang: PageLanguage }),
  answer: Success,
  burst: { request: { token: 'no-such-token' }, status: 422 },
})
