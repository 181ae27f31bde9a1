import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { PageLanguage } from '#contract/language.ts'
import { Success } from '#contract/schemas/success.ts'
import { MemberProfile } from './member.ts'

/**
 * An email address of at most 254 characters, trimmed and in lower case (addresses that differ only in case are the
 * same).
 */
export const Email = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(254), v.email())

/** The identity provider's subject, which the specification uses as the password of the club's account. */
const Subject = v.pipe(v.string(), v.minLength(1), v.maxLength(255))
/**
 * The identity provider's ID token. A subject is no secret, so this backend accepts none without the token that proves
 * it.
 */
export const IdToken = v.pipe(v.string(), v.minLength(1), v.maxLength(8192))

/** A token in the right form that no provider has signed. */
export const unsignedToken = 'eyJhbGciOiJSUzI1NiIsImtpZCI6Im5vbmUifQ.e30.c2ln'

/** The fields of a sign-in with room for JSON's escapes, in bytes. */
const signInBytes = 16 * 1024

export const findProfile = endpoint({
  summary: 'Checks whether a provider account has a club account',
  method: 'POST',
  path: '/api/{product}/users/profile',
  access: 'public',
  rate: { class: 'sign-in', account: 'username' },
  maxBytes: signInBytes,
  request: v.object({ username: Email, password: Subject, id_token: IdToken }),
  answer: v.object({ success: v.boolean() }),
  burst: { request: { username: 'nobody@club.example', password: 'subject', id_token: unsignedToken }, status: 401 },
})

/**
 * An address that has one is refused with 422, "email has already been used". The status is the result: the answer of a
 * simpler backend may lack `success`.
 */
export const registerAccount = endpoint({
  summary: 'Creates the club account of a provider account',
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  rate: { class: 'sign-in', account: 'email' },
  maxBytes: signInBytes,
  request: v.object({ email: Email, password: Subject, password_confirmation: Subject, id_token: IdToken }),
  answer: v.object({ success: v.optional(v.literal(true)) }),
  burst: {
    request: {
      email: 'nobody@club.example',
      password: 'subject',
      password_confirmation: 'subject',
      id_token: unsignedToken,
    },
    status: 401,
  },
})

/**
 * A second login with the same ID token is refused with 401. `expires_at` (ISO 8601) and `user.id` are this backend's
 * own: the specification's answer lacks them, and the app works without them.
 */
export const login = endpoint({
  summary: 'Exchanges an ID token for a club token, once',
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  rate: { class: 'sign-in', account: 'login' },
  maxBytes: signInBytes,
  request: v.object({ login: Email, password: Subject, id_token: IdToken }),
  answer: v.object({
    token: v.string(),
    expires_at: v.optional(v.pipe(v.string(), v.isoTimestamp())),
    user: v.object({ id: v.optional(v.string()), member_profile: MemberProfile }),
  }),
  burst: { request: { login: 'nobody@club.example', password: 'subject', id_token: unsignedToken }, status: 401 },
})

/**
 * The call carries the old token. It stays valid for a minute, in which a repeated call gets the same new one, in case
 * the answer was lost. A call with it after that ends the whole sign-in: somebody has a copy. `expires_at` is this
 * backend's own, as that of `login`.
 */
export const refresh = endpoint({
  summary: 'Replaces the club token',
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'member',
  rate: { class: 'own-data' },
  request: v.object({}),
  answer: v.object({ token: v.string(), expires_at: v.optional(v.string()) }),
})

/** All tokens end that descend from the one that the call carries, or that it descends from. */
export const logout = endpoint({
  summary: 'Ends the sign-in of the club token',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'member',
  rate: { class: 'uncounted' },
  request: v.object({}),
  answer: Success,
})

/**
 * Ends as much as `logout` does; this backend's own. `token_hash`: the token's SHA-256, in hex. A device that could not
 * reach the club at the sign-out has kept nothing but that, which opens nothing. The same answer for a token that
 * nobody knows.
 */
export const revoke = endpoint({
  summary: 'Ends a sign-in by the hash of its club token',
  method: 'POST',
  path: '/api/auth/revoke',
  access: 'public',
  request: v.object({ token_hash: v.pipe(v.string(), v.hash(['sha256'])) }),
  answer: Success,
  burst: { request: { token_hash: '0'.repeat(64) }, status: 200 },
})

/**
 * The name of the cookie with which the app proves to the built-in identity provider that it holds a sign-in: its club
 * token, for the one request that renews it. Without it a session at the provider signs nobody in.
 *
 * @param state the `state` of the request: tabs ask at the same time, and an answer deletes no other tab's cookie
 */
export const proofCookie = (state: string) => `club-proof-${state}`

/**
 * How long it takes, in seconds, until an email of the same kind can be sent to a person again: a button pressed twice
 * sends one.
 */
export const mailPauseSeconds = 60

/**
 * The email has a code only where the member whose address it is asks for it, who can type it: nobody else makes an
 * earlier one old. Answers the same whether or not the address has an account (no account enumeration): success, or 429
 * with `Retry-After` within `mailPauseSeconds` of the last one, and after five emails within an hour, requested from
 * one network address.
 */
export const resendVerification = endpoint({
  summary: 'Sends the verification email again',
  method: 'POST',
  path: '/api/auth/resend-verification',
  access: 'optional',
  rate: { class: 'mail', account: 'email', mail: { to: 'email', about: 'verification', isRepeat: true } },
  request: v.object({ email: Email, lang: PageLanguage }),
  answer: Success,
  burst: { request: { email: 'nobody@club.example' }, status: 200 },
})
