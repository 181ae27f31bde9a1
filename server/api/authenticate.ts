import type { Context } from 'hono'
import { refresh } from '#contract/member/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { forgetToken, identifyClient } from '#server/gate/client.ts'
import { HttpError, refuseClosed } from '#server/handlers/httpError.ts'
import { endIfStolen, findSessionByToken } from '#server/services/membership/sessions.ts'
import { bearerTokenOf } from '#server/http/bearerToken.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** Who makes a call: a member, or a visitor with nulls. */
export interface Authentication {
  memberId: string | null
  /** The club token. */
  token: string | null
  /** The version of the contents, which was read with the session. */
  contentsVersion: string | null
}

export const visitor: Authentication = { memberId: null, token: null, contentsVersion: null }

/** Who makes a call, and why it is refused all the same, unless it was answered before. */
export interface Authenticated {
  caller: Authentication
  /** 403 when the member's address is not verified where that is required. */
  refusal: HttpError | null
}

/**
 * Reads the bearer token of a call. Public endpoints ignore it; optional ones accept a call without it.
 *
 * @throws HttpError 401 when a token is required or not valid, 403 when the member's account is closed
 */
export async function authenticate(
  endpoint: Pick<Endpoint, 'access' | 'path'>,
  c: Context,
  db: ConnectionPool,
  now: Date,
): Promise<Authenticated> {
  const { access, path } = endpoint
  if (access === 'public') return { caller: visitor, refusal: null }
  const token = bearerTokenOf(c)
  if (token === null) {
    if (access === 'optional') return { caller: visitor, refusal: null }
    throw new HttpError(401, { message: 'Sign in' })
  }
  const session = await findSessionByToken(db, token, now)
  if (!session && path === refresh.path) await endIfStolen(db, token, now)
  if (!session) {
    forgetToken(token)
    throw new HttpError(401, { message: 'Sign in again' })
  }
  identifyClient(token, session)
  refuseClosed(session)
  const isUnverified = access === 'verified' && !session.emailVerified
  return {
    caller: { memberId: session.memberId, token, contentsVersion: session.contentsVersion },
    refusal: isUnverified ? new HttpError(403, { message: 'please verify email' }) : null,
  }
}
