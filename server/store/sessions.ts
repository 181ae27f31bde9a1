import type { Kysely } from 'kysely'
import type { Database } from './tables.ts'

/** Who a club token belongs to. */
export interface Session {
  memberId: string
  /** False for a member whose account was closed. */
  active: boolean
}

/** The session of a token that was neither revoked nor has expired, or null. */
export async function findSession(db: Kysely<Database>, tokenHash: string, now: Date): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.id as memberId', 'members.active'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps a new token, by its SHA-256 alone. */
export async function createSession(
  db: Kysely<Database>,
  session: { tokenHash: string; memberId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      member_id: session.memberId,
      created_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** Revokes a token. Resolves to whether this call did it: of two at once, one gets true. */
export async function revokeSession(db: Kysely<Database>, tokenHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lets a replaced token go on working until `until`, or its own end where that is sooner. */
export async function retireSession(db: Kysely<Database>, tokenHash: string, until: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: until })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', until)
    .execute()
}

/** Deletes the sessions that ended before `before`. Resolves to how many. */
export async function purgeSessions(db: Kysely<Database>, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where((row) => row.or([row('expires_at', '<', before), row('revoked_at', '<', before)]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
