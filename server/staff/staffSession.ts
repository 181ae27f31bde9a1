import type { Kysely } from 'kysely'
import { parse } from 'hono/utils/cookie'
import { staffCookie } from '#contract/endpoint.ts'
import type { Role } from '#contract/staff/roles.ts'
import { rolesOf } from '#server/services/staff/staffMembers.ts'
import { readStaffSession } from '#server/services/staff/staffSessions.ts'
import type { Database } from '#server/store/tables.ts'

/** Who serves the club, and how sure that is. */
export interface Staff {
  /** The account that they sign in to. */
  sub: string
  /** What names the session. */
  session: string
  /** The name that they have told the club as a member; their address where they have told none. */
  name: string
  email: string
  roles: readonly Role[]
  /** When they last proved to be there, by their passkey. */
  steppedUpAt: Date
}

/** Who of the staff sends a request; null where nobody does who serves the club now. */
export type StaffReader = (request: Request) => Promise<Staff | null>

/** The token of the session that a request names; null without one. */
export function staffTokenOf(headers: Headers, origin: string): string | null {
  const { name } = staffCookie(origin)
  return parse(headers.get('cookie') ?? '', name)[name] ?? null
}

/** Reads who of the staff sends a request, each time anew: what has ended counts at once. */
export function staffReader({ db, origin }: { db: Kysely<Database>; origin: string }): StaffReader {
  return async ({ headers }) => {
    const token = staffTokenOf(headers, origin)
    const session = token === null ? undefined : await readStaffSession(db, token, new Date())
    if (!session) return null
    const { accountId: sub, id, name, email, roles, confirmedAt: steppedUpAt } = session
    return { sub, session: id, name: name === '' ? email : name, email, roles: rolesOf(roles), steppedUpAt }
  }
}
