import { type Kysely, sql } from 'kysely'

/**
 * A member takes over one old membership. Where a member has taken several over before this rule, nothing can be undone here: the index then
 * leaves out what was taken over until now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ last: string }>`
    select max(migrated_at)::text as last from old_members
      where migrated_by in (
        select migrated_by from old_members where migrated_by is not null group by migrated_by having count(*) > 1)
      having max(migrated_at) is not null`.execute(db)
  const [several] = rows
  const since = several ? sql` where migrated_at > ${sql.lit(several.last)}::timestamptz` : sql``
  await sql`create unique index old_members_by_taker on old_members (migrated_by)${since}`.execute(db)
}
