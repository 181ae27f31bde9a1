import { type Kysely, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../deleteInBatches.ts'
import type { Database } from '../tables.ts'

/** The owner of a club token. */
export interface Session {
  memberId: string
  /** False when the member's account is closed. */
  active: boolean
  /** Whether the member's address is verified. */
  emailVerified: boolean
  /** The version of the published contents, which most calls go on with. */
  contentsVersion: string
}

/**
 * The session of a token that is neither revoked nor expired, and whose family has not ended; null otherwise. Closing
 * an account ends its sign-ins, and its member is told so.
 */
export async function findSession(db: Kysely<Database>, tokenHash: string, now: Date): Promise<Session | null> {
  const { rows } = await sql<Session>`
    select member.id as "memberId", member.active, member.email_verified as "emailVerified",
      (select version from contents_version) as "contentsVersion"
    from sessions
    join members member on member.id = sessions.member_id
    join session_families family on family.id = sessions.family_id
    where token_hash = ${tokenHash} and expires_at > ${now}
      and (not member.active or (revoked_at is null and family.ended_at is null))`.execute(db)
  return rows[0] ?? null
}

/** Adds a session, unless it is there. Only the SHA-256 of its token is stored. */
export async function createSession(
  db: Kysely<Database>,
  session: { tokenHash: string; memberId: string; now: Date; expiresAt: Date; familyId: string },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      member_id: session.memberId,
      family_id: session.familyId,
      created_at: session.now,
      expires_at: session.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A token that is being replaced. */
interface ReplacedSession {
  memberId: string
  /** The same for every replacement of one token: its successor is made of both. */
  successorSalt: string
}

/**
 * Marks a token as replaced, which shortens its life to `until`, and locks it until the transaction ends. Resolves to
 * null when it cannot be replaced: expired, revoked, or retired by a new sign-in.
 *
 * @param salt kept if the token is replaced for the first time
 */
export async function replaceSession(
  db: Transaction<Database>,
  { tokenHash, now, until, salt }: { tokenHash: string; now: Date; until: Date; salt: string },
): Promise<ReplacedSession | null> {
  const replaced = await db
    .updateTable('sessions')
    .set((row) => ({
      replaced_at: row.fn.coalesce('replaced_at', row.val(now)),
      successor_salt: row.fn.coalesce('successor_salt', row.val(salt)),
      expires_at: sql<Date>`least(expires_at, ${until})`,
    }))
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where((row) => row.or([row('replaced_at', 'is', null), row('successor_salt', 'is not', null)]))
    .returning(['member_id as memberId', 'successor_salt as successorSalt'])
    .executeTakeFirst()
  return replaced ? { ...replaced, successorSalt: replaced.successorSalt ?? salt } : null
}

/** Retires every token of a family: each works until `until` at the latest, and cannot be replaced. */
export async function retireSessions(
  db: Transaction<Database>,
  { familyId, now, until }: { familyId: string; now: Date; until: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set((row) => ({
      replaced_at: row.fn.coalesce('replaced_at', row.val(now)),
      expires_at: sql<Date>`least(expires_at, ${until})`,
    }))
    .where('family_id', '=', familyId)
    .where('expires_at', '>', now)
    .execute()
}

/** Whether this token was replaced by another, and no longer works: whoever presents it has an old copy. */
export async function isSpent(db: Kysely<Database>, tokenHash: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('successor_salt', 'is not', null)
    .where('expires_at', '<=', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the sessions and families that ended before `before`, in batches. Resolves to the number of sessions. */
export async function purgeSessions(db: Kysely<Database>, before: Date): Promise<number> {
  const sessions = await deleteInBatches((limit) =>
    db
      .deleteFrom('sessions')
      .where('token_hash', 'in', (query) =>
        query
          .selectFrom('sessions')
          .select('token_hash')
          .where((row) => row.or([row('expires_at', '<', before), row('revoked_at', '<', before)]))
          .limit(limit),
      )
      .executeTakeFirst(),
  )
  await deleteInBatches((limit) =>
    db
      .deleteFrom('session_families')
      .where('id', 'in', (query) =>
        query
          .selectFrom('session_families')
          .select('id')
          .where((row) => row.or([row('ends_at', '<', before), row('ended_at', '<', before)]))
          .limit(limit),
      )
      .executeTakeFirst(),
  )
  return sessions
}
