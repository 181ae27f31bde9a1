import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

/**
 * What staff are called in the books, by their accounts' ids: the addresses to which they were invited. A name that
 * somebody gives themselves says nothing of who they are.
 */
export async function findStaffNames(
  db: Kysely<Database>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('staff_members')
    .select(['account_id', 'email'])
    .where('account_id', 'in', accountIds)
    .execute()
  return new Map(rows.map(({ account_id: id, email }) => [id, email]))
}
