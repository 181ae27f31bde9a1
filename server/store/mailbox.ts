import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database, MailboxTable } from './tables.ts'

export type StoredMail = Selectable<MailboxTable>

/**
 * Adds a mail, in the caller's transaction if there is one. Without `due_at` it is only shown, never sent. Resolves to
 * its id.
 */
export async function addMail(db: Kysely<Database>, mail: Insertable<MailboxTable>): Promise<string> {
  const { id } = await db.insertInto('mailbox').values(mail).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Removes a mail that nobody wanted, in the transaction that has written it: whether it was wanted shows in no call's
 * duration.
 */
export async function discardMail(
  db: Transaction<Database>,
  { id, isWanted }: { id: string; isWanted: boolean },
): Promise<void> {
  await db
    .deleteFrom('mailbox')
    .where('id', '=', id)
    .where((row) => row.val(!isWanted))
    .execute()
}

/**
 * Takes mails that are due, at most `limit`, and counts an attempt for each. They are due again at `leaseUntil`, in
 * case the process that took them dies: another process takes no mail before that.
 */
export async function takeDueMails(
  db: Kysely<Database>,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<StoredMail[]> {
  const due = db
    .selectFrom('mailbox')
    .select('id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('mailbox')
    .set((row) => ({ due_at: leaseUntil, attempts: sql<number>`${row.ref('attempts')} + 1` }))
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

/** Makes a mail due again at `dueAt`. */
export async function postponeMail(db: Kysely<Database>, id: string, dueAt: Date): Promise<void> {
  await db.updateTable('mailbox').set({ due_at: dueAt }).where('id', '=', id).execute()
}

/** Removes a mail: it was sent, or given up. */
export async function removeMail(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('mailbox').where('id', '=', id).execute()
}

/** The newest mails, at most `limit`. */
export function findNewestMails(db: Kysely<Database>, limit: number) {
  return db.selectFrom('mailbox').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Deletes the mails that were written before `before`. */
export async function purgeMails(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('mailbox').where('created_at', '<', before).execute()
}
