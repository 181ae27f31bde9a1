import type { Context } from 'hono'
import { refresh } from '#contract/member/auth.ts'
import {
  type BoxOfficeEndpoint,
  type Endpoint,
  isForBoxOffice,
  isForStaff,
  type StaffEndpoint,
  staffHeader,
} from '#contract/endpoint.ts'
import { keyPrefix } from '#contract/staff/keys.ts'
import { permissions, type Role, roleWith, stepUpMinutes } from '#contract/staff/roles.ts'
import { forgetToken, identifyClient } from '#server/gate/client.ts'
import { HttpError, refuseClosed, staffError } from '#server/handlers/httpError.ts'
import { bearerTokenOf } from '#server/http/bearerToken.ts'
import { isCrossSite } from '#server/http/crossSite.ts'
import { endIfStolen, findSessionByToken } from '#server/services/membership/sessions.ts'
import { type ApiKey, useApiKey } from '#server/services/staff/apiKeys.ts'
import type { Staff, StaffReader } from '#server/staff/staffSession.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** Who makes a call: a member, somebody of the staff, a machine of the box office, or a visitor: all null. */
export interface Caller {
  memberId: string | null
  /** The club token. */
  token: string | null
  /** The version of the contents, which was read with the session. */
  contentsVersion: string | null
  staff: Staff | null
  /** The role that allows the call. */
  role: Role | null
  key: ApiKey | null
}

export const visitor: Caller = {
  memberId: null,
  token: null,
  contentsVersion: null,
  staff: null,
  role: null,
  key: null,
}

/** Who makes a call, and why it is refused all the same, unless it was answered before. */
interface Authenticated {
  caller: Caller
  /** 403 when the member's address is not verified where that is required. */
  refusal: HttpError | null
}

interface AuthenticateOptions {
  db: ConnectionPool
  readStaff: StaffReader
  /** The club's public origin. */
  origin: string
}

/**
 * Reads who makes a call, and whether they may: of members and machines by the bearer token, of staff by the
 * cookie. Public endpoints ignore both; optional ones accept a call without a token.
 *
 * @throws HttpError 401 or 403 when nobody is signed in who may call
 */
export async function authenticate(
  endpoint: Endpoint,
  c: Context,
  { db, readStaff, origin }: AuthenticateOptions,
  now: Date,
): Promise<Authenticated> {
  if (isForStaff(endpoint)) {
    if (isCrossSite(c.req.raw.headers, origin)) throw staffError('other_site')
    return {
      caller: authorizeStaff(endpoint, await readStaff(c.req.raw), c.req.header(staffHeader), now),
      refusal: null,
    }
  }
  if (isForBoxOffice(endpoint))
    return { caller: await authorizeKey(endpoint, bearerTokenOf(c), db, now), refusal: null }
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
    caller: { ...visitor, memberId: session.memberId, token, contentsVersion: session.contentsVersion },
    refusal: isUnverified ? new HttpError(403, { message: 'please verify email' }) : null,
  }
}

/**
 * Lets a member of staff call, in the first of their roles that allows it.
 *
 * @param pageAccount the account whose page sends the call, where it says so
 * @throws HttpError 401 or 403 where they may not now
 */
function authorizeStaff(
  { access: { staff: permission } }: StaffEndpoint,
  staff: Staff | null,
  pageAccount: string | undefined,
  now: Date,
): Caller {
  if (staff === null || (pageAccount !== undefined && pageAccount !== staff.sub)) throw staffError('signed_out')
  const role = roleWith(staff.roles, permission)
  if (role === undefined) throw staffError('no_permission')
  const sinceProof = now.getTime() - staff.steppedUpAt.getTime()
  if (permissions[permission].stepsUp && sinceProof > stepUpMinutes * 60_000) throw staffError('step_up')
  return { ...visitor, staff, role }
}

/**
 * Lets a machine of the box office call by its key. What is no key, was never one or has ended gets the same answer.
 *
 * @throws HttpError 401 without a key that works, 403 where it allows something else
 */
async function authorizeKey(
  { access: { boxOffice: permission } }: BoxOfficeEndpoint,
  token: string | null,
  db: ConnectionPool,
  now: Date,
): Promise<Caller> {
  const key = token === null ? null : await useApiKey(db, token, now)
  if (key === null)
    throw new HttpError(401, { message: `Send a key that works, as “Authorization: Bearer ${keyPrefix}…”` })
  if (key.permission !== permission)
    throw new HttpError(403, { message: `This needs a key with the permission ${permission}` })
  return { ...visitor, key }
}
