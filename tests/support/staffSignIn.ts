import { randomUUID } from 'node:crypto'
import type { Role } from '#contract/staff/roles.ts'
import { signInStaff } from '#server/services/staff/staffSessions.ts'
import { staffCookie } from '#contract/endpoint.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** Somebody who serves the club. */
export interface TestStaff {
  /** Their account. */
  sub: string
  email: string
}

/** Makes somebody who serves the club in these roles, without a passkey. */
export async function newStaff(db: ConnectionPool, roles: readonly Role[]): Promise<TestStaff> {
  const sub = randomUUID()
  const email = `staff-${sub.slice(0, 8)}@club.example`
  await db
    .insertInto('identity_accounts')
    .values({ id: sub, email, password_hash: 'none', email_verified: true })
    .execute()
  await db
    .insertInto('staff_members')
    .values({ account_id: sub, email, roles: [...roles], invited_by: 'cli:tester', joined_at: new Date() })
    .execute()
  return { sub, email }
}

/** Signs somebody in as their passkey does. Resolves to the token of the session. */
export async function staffToken(db: ConnectionPool, { sub }: TestStaff): Promise<string> {
  const place = { browser: 'Chrome', device: 'Linux' }
  const token = await signInStaff(db, { accountId: sub, now: new Date(), earlier: null, ...place })
  if (token === null) throw new Error('They serve the club no more')
  return token
}

/** The `Cookie` header of a browser in which somebody is signed in. */
export async function staffCookieOf(db: ConnectionPool, origin: string, staff: TestStaff): Promise<string> {
  return `${staffCookie(origin).name}=${await staffToken(db, staff)}`
}
