import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables.ts'

/** The notes on a member, newest first. */
export function findNotes(db: Kysely<Database>, memberId: string) {
  return db
    .selectFrom('member_notes')
    .select(['id', 'text', 'written_by as writtenBy', 'written_at as at'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .execute()
}

/** Adds a note. */
export async function addNote(
  db: Transaction<Database>,
  note: { memberId: string; text: string; writtenBy: string },
): Promise<void> {
  const { memberId, text, writtenBy } = note
  await db.insertInto('member_notes').values({ member_id: memberId, text, written_by: writtenBy }).execute()
}

/** Locks a note. Resolves to undefined where there is none (any more). */
export function lockNote(db: Transaction<Database>, id: string) {
  return db
    .selectFrom('member_notes')
    .select(['member_id as memberId', 'written_by as writtenBy'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Removes a note. */
export async function removeNote(db: Transaction<Database>, id: string): Promise<void> {
  await db.deleteFrom('member_notes').where('id', '=', id).execute()
}
