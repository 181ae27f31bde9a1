import type { Club } from './club.ts'
import type { TestMember } from './members.ts'

/** Revokes all of the member's club tokens, or all but the newest. */
export async function endClubTokens(
  { db }: Pick<Club, 'db'>,
  { id }: Pick<TestMember, 'id'>,
  but: 'none' | 'newest' = 'none',
): Promise<void> {
  const newest = db
    .selectFrom('sessions')
    .select('token_hash')
    .where('member_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(1)
  await db
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('member_id', '=', id)
    .$if(but === 'newest', (query) => query.where('token_hash', '<>', newest))
    .execute()
}

/** Ends all sessions at the identity provider. */
export async function endProviderSessions({ db }: Pick<Club, 'db'>): Promise<void> {
  await db.deleteFrom('identity_payloads').where('model', 'in', ['Grant', 'Session']).execute()
}
