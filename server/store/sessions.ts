import type { Kysely } from 'kysely'
import type { Database } from './tables.ts'

/** The owner of a club token. */
export interface Session {
  memberId: string
  /** False when the member's account is closed. */
  active: boolean
  /** Whether the member's address is verified. */
  emailVerified: boolean
}

/** The session of a token that is neither revoked nor expired, or null. */
export async function findSession(db: Kysely<Database>, tokenHash: string, now: Date): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.id as memberId', 'members.active', 'members.email_verified as emailVerified'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Adds a session. Only the SHA-256 of its token is stored. */
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

/** Revokes a token. Resolves to true for exactly one of several concurrent calls. */
export async function revokeSession(db: Kysely<Database>, tokenHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Shortens a replaced token's life to `until`, unless it expires sooner. */
export async function retireSession(db: Kysely<Database>, tokenHash: string, until: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: until })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', until)
    .execute()
}

/** Deletes the sessions that ended before `before`. Resolves to their number. */
export async function purgeSessions(db: Kysely<Database>, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where((row) => row.or([row('expires_at', '<', before), row('revoked_at', '<', before)]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
