import type { Context } from 'hono'
import { refresh } from '#contract/member/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import { endIfStolen, findSessionByToken } from '#server/services/membership/sessions.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** Who makes a call: a member, or a visitor with nulls. */
export interface Authentication {
  memberId: string | null
  /** The club token. */
  token: string | null
}

export const visitor: Authentication = { memberId: null, token: null }

/**
 * Reads the bearer token of a call. Public endpoints ignore it; optional ones accept a call without it.
 *
 * @throws HttpError 401 when a token is required or not valid, 403 when the member's account is closed, or their
 *   address is not verified where that is required
 */
export async function authenticate(
  endpoint: Pick<Endpoint, 'access' | 'path'>,
  c: Context,
  db: ConnectionPool,
  now: Date,
): Promise<Authentication> {
  const { access, path } = endpoint
  if (access === 'public') return visitor
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined) {
    if (access === 'optional') return visitor
    throw new HttpError(401, { message: 'Please sign in' })
  }
  const session = await findSessionByToken(db, token, now)
  if (!session && path === refresh.path) await endIfStolen(db, token, now)
  if (!session) throw new HttpError(401, { message: 'Please sign in again' })
  if (!session.active) throw new HttpError(403, { message: 'inactive_account' })
  if (access === 'verified' && !session.emailVerified) throw new HttpError(403, { message: 'please verify email' })
  return { memberId: session.memberId, token }
}
