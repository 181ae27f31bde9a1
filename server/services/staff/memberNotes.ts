import { findMember, lockMember } from '#server/store/members/members.ts'
import { addNote, lockNote, removeNote } from '#server/store/members/memberNotes.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { aboutAccount, recordAct } from '../acts.ts'

/** Adds a note of whoever acts on a member whose account is open. The act holds no word of it. */
export function writeNote(
  db: ActingPool,
  { memberId, text }: { memberId: string; text: string },
): Promise<'added' | 'unknown_member' | 'closed'> {
  return inTransaction(db, async (transaction) => {
    if (!(await findMember(transaction, memberId))) return 'unknown_member'
    if (!(await lockMember(transaction, memberId)).active) return 'closed'
    await addNote(transaction, { memberId, text, writtenBy: transaction.actor.name })
    await recordAct(transaction, { action: 'note_add', ...aboutAccount(memberId) })
    return 'added'
  })
}

/** Removes a note: one's own, or as an owner anybody's. */
export function deleteNote(
  db: ActingPool,
  { noteId, isOwner }: { noteId: string; isOwner: boolean },
): Promise<'removed' | 'unknown' | 'others'> {
  return inTransaction(db, async (transaction) => {
    const note = await lockNote(transaction, noteId)
    if (!note) return 'unknown'
    if (!isOwner && note.writtenBy !== transaction.actor.name) return 'others'
    await removeNote(transaction, noteId)
    await recordAct(transaction, { action: 'note_remove', ...aboutAccount(note.memberId) })
    return 'removed'
  })
}
