import type { Insertable, Kysely } from 'kysely'
import type { Database, MailboxTable } from './tables.ts'

export async function addMail(db: Kysely<Database>, mail: Insertable<MailboxTable>): Promise<void> {
  await db.insertInto('mailbox').values(mail).execute()
}

/** The newest mails, at most `limit`. */
export function findNewestMails(db: Kysely<Database>, limit: number) {
  return db.selectFrom('mailbox').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

/** Deletes the mails that were written before `before`. */
export async function purgeMails(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('mailbox').where('created_at', '<', before).execute()
}
