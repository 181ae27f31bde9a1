import { type Kysely, sql } from 'kysely'

/**
 * A member gets the bonus for a completed profile once. Entries are never removed: of those that a database has more of, the later ones
 * stay outside of the index, and `npm run audit` names their members.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select entry.id::text as id from point_transactions entry
    where entry.code = 'Completed Profile' and exists (
      select from point_transactions earlier
      where earlier.code = entry.code and earlier.member_id = entry.member_id and earlier.id < entry.id)`.execute(db)
  const later = rows.length === 0 ? '' : `and id not in (${rows.map(({ id }) => id).join(', ')})`
  await sql
    .raw(
      `create unique index point_transactions_profile_bonus_once on point_transactions (member_id)
         where code = 'Completed Profile' ${later}`,
    )
    .execute(db)
}
