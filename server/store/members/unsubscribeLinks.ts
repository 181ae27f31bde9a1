import { type Kysely, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../deleteInBatches.ts'
import { sha256 } from '../hash.ts'
import type { Database } from '../tables.ts'

/** Saves a link that ends a member's mails beside those that everybody gets. Only the hash of its token is stored. */
export async function saveUnsubscribeLink(
  db: Transaction<Database>,
  { token, memberId, now }: { token: string; memberId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('unsubscribe_links')
    .values({ token_hash: sha256(token), member_id: memberId, created_at: now })
    .execute()
}

/** Whether there is such a link. */
export async function isUnsubscribeLink(db: Kysely<Database>, token: string): Promise<boolean> {
  const link = await db
    .selectFrom('unsubscribe_links')
    .select('member_id')
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()
  return link !== undefined
}

/** Ends the mails of the link's member. Again, it does the same. Resolves to false when there is no such link. */
export async function unsubscribe(db: Kysely<Database>, token: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ receive_email_promotion: false })
    .where('id', 'in', (row) =>
      row.selectFrom('unsubscribe_links').select('member_id').where('token_hash', '=', sha256(token)),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes links that are older than any mail somebody still reads. */
export async function purgeUnsubscribeLinks(db: Kysely<Database>, before: Date): Promise<void> {
  await deleteInBatches((limit) =>
    db
      .deleteFrom('unsubscribe_links')
      .where(
        sql<boolean>`token_hash in (
        select token_hash from unsubscribe_links where created_at < ${before} limit ${limit})`,
      )
      .executeTakeFirst(),
  )
}
