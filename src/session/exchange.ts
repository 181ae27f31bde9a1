import type { Client } from '#src/api/client.ts'
import type { ApiError } from '#src/api/errors.ts'
import { emailVerified, me, type User } from '#contract/member/member.ts'
import { findProfile, login, logout, registerAccount } from '#contract/member/auth.ts'
import { foreignProfile } from './member.ts'

/** The identity provider's claims about the person who has signed in, and the ID token that proves them. */
export interface Identity {
  subject: string
  email: string
  emailVerified: boolean
  /** At most ten minutes old: the server accepts no older one. */
  idToken: string
}

/**
 * `step` names the call that failed. `expiresAt`: ISO 8601 by the server's clock; null if the backend does not send it.
 * `isNew`: the club had no account for this identity before.
 */
type ExchangeOutcome =
  | { kind: 'signed_in'; token: string; expiresAt: string | null; user: User; isNew: boolean }
  | { kind: 'failed'; step: 'findProfile' | 'registerAccount' | 'login' | 'emailVerified' | 'me'; error: ApiError }

/** A sign-in is never aborted because another part of the page calls the same endpoint. */
const options = { concurrent: true }

/**
 * Exchanges the provider's identity for a club token (specification section 4): looks up the profile by email and
 * subject, registers if there is none, logs in, has the email marked as verified if the provider says so and the
 * profile does not, and reads the profile. Stores nothing. Stops at the first failure; the outcome names the failed
 * call.
 */
export async function exchangeIdentity(client: Client, identity: Identity): Promise<ExchangeOutcome> {
  const { email, subject, idToken } = identity

  const found = await client.call(findProfile, { username: email, password: subject, id_token: idToken }, options)
  if (!found.ok) return { kind: 'failed', step: 'findProfile', error: found.error }

  if (!found.data.success) {
    const account = { email, password: subject, password_confirmation: subject, id_token: idToken }
    const registered = await client.call(registerAccount, account, options)
    // The status is the result (specification section 7): a successful answer without a JSON body has registered the
    // member, too.
    const isRegistered = registered.ok || registered.error.kind === 'unreadable'
    if (!isRegistered) return { kind: 'failed', step: 'registerAccount', error: registered.error }
  }

  const loggedIn = await client.call(login, { login: email, password: subject, id_token: idToken }, options)
  if (!loggedIn.ok) return { kind: 'failed', step: 'login', error: loggedIn.error }
  const { token, expires_at: expiresAt = null, user } = loggedIn.data

  const fail = (step: 'emailVerified' | 'me', error: ApiError): ExchangeOutcome => {
    // Nobody will hold this token: the sign-in would stay open for half a year.
    void client.call(logout, {}, { ...options, token })
    return { kind: 'failed', step, error }
  }
  if (identity.emailVerified && !user.member_profile.email_verified) {
    const verified = await client.call(emailVerified, {}, { ...options, token })
    if (!verified.ok) return fail('emailVerified', verified.error)
  }

  const profile = await client.call(me, {}, { ...options, token })
  if (!profile.ok) return fail('me', profile.error)
  // One member's token must never stand beside another's profile.
  if (profile.data.user.member_profile.id !== user.member_profile.id) return fail('me', foreignProfile)
  return { kind: 'signed_in', token, expiresAt, user: profile.data.user, isNew: !found.data.success }
}
