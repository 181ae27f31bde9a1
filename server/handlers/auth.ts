import type { SentAnswerOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import type { VerifiedIdentity } from '#server/identity/idToken.ts'
import { takesMembers } from '#server/services/contents.ts'
import { isRegistered, registerAccount as openAccount } from '#server/services/membership/membership.ts'
import {
  type IssuedToken,
  type LogIn,
  endSignIn,
  logIn,
  logOut,
  refreshSession,
} from '#server/services/membership/sessions.ts'
import type { Handler } from './handler.ts'
import type { HandlerDependencies } from './handlerDependencies.ts'
import { closedError, fieldError, HttpError, notOpenError } from './httpError.ts'

/**
 * Requires the identity provider's confirmation of a sign-in, because address and subject are no secrets.
 *
 * @throws HttpError 401 when the id_token is not valid, or belongs to another account
 */
async function requireIdentity(
  { readIdToken }: HandlerDependencies,
  claimed: { email: string; subject: string; idToken: string },
): Promise<VerifiedIdentity> {
  const identity = await readIdToken(claimed.idToken)
  if (!identity || identity.subject !== claimed.subject || identity.email !== claimed.email) {
    throw new HttpError(401, { message: 'The identity provider does not confirm this sign-in' })
  }
  return identity
}

const toTokenAnswer = ({ token, expiresAt }: IssuedToken) => ({ token, expires_at: expiresAt.toISOString() })

const findProfile: Handler<Endpoints['findProfile']> = async (request, { db, dependencies }) => {
  const { username: email, password: subject, id_token: idToken } = request
  const identity = await requireIdentity(dependencies, { email, subject, idToken })
  return { success: await isRegistered(db, identity) }
}

const registerAccount: Handler<Endpoints['registerAccount']> = async (request, { db, now, dependencies }) => {
  const { email, password: subject, password_confirmation: repeated, id_token: idToken } = request
  if (repeated !== subject) throw fieldError('password_confirmation', 'invalid')
  const identity = await requireIdentity(dependencies, { email, subject, idToken })
  if (!(await takesMembers(db))) throw notOpenError()
  if (!(await openAccount(db, identity, now))) throw fieldError('email', 'used')
  return { success: true }
}

const login: Handler<Endpoints['login']> = async (request, { db, now, dependencies, userAgent }) => {
  const { login: email, password: subject, id_token: idToken } = request
  const identity = await requireIdentity(dependencies, { email, subject, idToken })
  return toLoginAnswer(await logIn(db, identity, { now, tokenDays: dependencies.rules.tokenDays, userAgent }))
}

/**
 * The answer to a sign-in.
 *
 * @throws HttpError 401 or 403 when there is none
 */
export function toLoginAnswer(result: LogIn): SentAnswerOf<Endpoints['login']> {
  switch (result.kind) {
    case 'spent':
      throw new HttpError(401, { message: 'This sign-in was used already. Sign in again' })
    case 'no_account':
      throw new HttpError(401, { message: 'There is no account for this sign-in' })
    case 'inactive_account':
      throw closedError()
    case 'logged_in':
      return { ...toTokenAnswer(result.issued), user: { id: result.memberId, member_profile: result.profile } }
  }
}

const refresh: Handler<Endpoints['refresh']> = async (_request, { db, token, now, dependencies }) => {
  const issued = await refreshSession(db, { token, now, tokenDays: dependencies.rules.tokenDays })
  if (!issued) throw new HttpError(401, { message: 'Sign in again' })
  return toTokenAnswer(issued)
}

const logout: Handler<Endpoints['logout']> = async (_request, { db, token, now }) => {
  await logOut(db, token, now)
  return { success: true }
}

const revoke: Handler<Endpoints['revoke']> = async ({ token_hash: tokenHash }, { db, now }) => {
  await endSignIn(db, tokenHash, now)
  return { success: true }
}

const resendVerification: Handler<Endpoints['resendVerification']> = async (
  { email, lang },
  { dependencies, memberId },
) => {
  await dependencies.resendVerification({ email, memberId, lang })
  return { success: true }
}

/** Signing in and out of the club (specification section 4, contract/member/auth.ts). */
export const authHandlers = {
  findProfile,
  registerAccount,
  login,
  refresh,
  logout,
  revoke,
  resendVerification,
}
