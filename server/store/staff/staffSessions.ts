import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'

/** How much of its hash names a session to its owner and to owners of the club; nobody can make the session of it. */
const nameLength = 16

/** Whose session it is. */
interface StoredStaffSession {
  /** What names it. */
  id: string
  accountId: string
  email: string
  /** The member's with the same account; empty where there is none, or has told none. */
  name: string
  roles: string[]
  /** When they proved to be there. */
  confirmedAt: Date
}

/** The session of a token, if it lasts and is that of somebody who serves the club; undefined otherwise. */
export function findStaffSession(
  db: Kysely<Database>,
  tokenHash: string,
  now: Date,
): Promise<StoredStaffSession | undefined> {
  return db
    .selectFrom('staff_sessions as session')
    .innerJoin('staff_members as staff', 'staff.account_id', 'session.account_id')
    .innerJoin('identity_accounts as account', 'account.id', 'session.account_id')
    .leftJoin('members', (join) =>
      join
        .on('members.provider_subject', '=', sql<string>`account.id::text`)
        .on('members.provider_issuer', '=', 'built-in'),
    )
    .select(sql<string>`left(session.token_hash, ${nameLength})`.as('id'))
    .select(['session.account_id as accountId', 'account.email', 'roles', 'session.created_at as confirmedAt'])
    .select(sql<string>`concat_ws(' ', members.first_name, members.last_name)`.as('name'))
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', now)
    .where('staff.ended_at', 'is', null)
    .executeTakeFirst()
}

/** Adds a session of somebody who has just proved to be there, and notes when that was. */
export async function addStaffSession(
  db: Kysely<Database>,
  session: {
    tokenHash: string
    accountId: string
    now: Date
    expiresAt: Date
    browser: string | null
    device: string | null
  },
): Promise<void> {
  const { tokenHash, accountId, now, expiresAt, browser, device } = session
  const times = { created_at: now, expires_at: expiresAt }
  await db
    .insertInto('staff_sessions')
    .values({ token_hash: tokenHash, account_id: accountId, ...times, browser, device })
    .execute()
  await db.updateTable('staff_members').set({ last_sign_in_at: now }).where('account_id', '=', accountId).execute()
}

/** A session, as owners see it. */
interface ListedStaffSession {
  id: string
  browser: string | null
  device: string | null
  createdAt: Date
  expiresAt: Date
}

/** Where somebody is signed in, the latest first. */
export function findStaffSessions(db: Kysely<Database>, accountId: string, now: Date): Promise<ListedStaffSession[]> {
  return db
    .selectFrom('staff_sessions')
    .select(sql<string>`left(token_hash, ${nameLength})`.as('id'))
    .select(['browser', 'device', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Ends a session. */
export async function deleteStaffSession(db: Kysely<Database>, tokenHash: string): Promise<void> {
  await db.deleteFrom('staff_sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends the sessions of somebody: all, one, or all but one. Resolves to how many. */
export async function deleteStaffSessions(
  db: Kysely<Database>,
  accountId: string,
  which: { only?: string | undefined; except?: string } = {},
): Promise<number> {
  const { only, except } = which
  const id = sql<string>`left(token_hash, ${nameLength})`
  const { numDeletedRows } = await db
    .deleteFrom('staff_sessions')
    .where('account_id', '=', accountId)
    .$if(only !== undefined, (sessions) => sessions.where(id, '=', only ?? ''))
    .$if(except !== undefined, (sessions) => sessions.where(id, '!=', except ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
