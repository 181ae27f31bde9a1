import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import { type HigherTier, type MeasuredTier, measuredTiers, type Tier } from '#contract/member/tiers.ts'
import type { MembershipSource, MembershipsTable } from '../tables/membershipTables.ts'
import type { NoticeKey } from '../notices.ts'
import type { Database } from '../tables.ts'

/** Adds a membership. The database refuses a second one for the same cause. */
export async function addMembership(
  db: Transaction<Database>,
  membership: Insertable<MembershipsTable>,
): Promise<void> {
  await db.insertInto('memberships').values(membership).execute()
}

/** Whether a member has been given a tier for such a cause since a moment. */
export async function hasMembershipSince(
  db: Kysely<Database>,
  { memberId, tier, source, since }: { memberId: string; tier: HigherTier; source: MembershipSource; since: Date },
): Promise<boolean> {
  const membership = await db
    .selectFrom('memberships')
    .select('id')
    .where('member_id', '=', memberId)
    .where('tier', '=', tier)
    .where('source', '=', source)
    .where('starts_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return membership !== undefined
}

/** Whether a member had a tier at a moment, from before it on, by a membership that has an end. */
export async function hadTierAt(
  db: Kysely<Database>,
  { memberId, tier, at }: { memberId: string; tier: MeasuredTier; at: Date },
): Promise<boolean> {
  const membership = await db
    .selectFrom('memberships')
    .select('id')
    .where('member_id', '=', memberId)
    .where('tier', '=', tier)
    .where('starts_at', '<', at)
    .where('ends_at', '>=', at)
    .limit(1)
    .executeTakeFirst()
  return membership !== undefined
}

/** Sets a member's tier and its last moment; null for a tier without an end. */
export async function setTier(
  db: Transaction<Database>,
  memberId: string,
  { tier, expiresAt }: { tier: Tier; expiresAt: Date | null },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ membership_tier: tier, tier_expiry_date: expiresAt })
    .where('id', '=', memberId)
    .execute()
}

/** Dates the beginning of a membership that has none yet. */
export async function startMembership(db: Transaction<Database>, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable('members')
    .set({ membership_since: now })
    .where('id', '=', memberId)
    .where('membership_since', 'is', null)
    .execute()
}

/** The column that says about which end of a tier a member was told, by the days before it. */
const remindedColumns = { 60: 'tier_reminded_for', 14: 'tier_reminded_again_for' } as const

/** One of the notices about the end of a tier, by its days before it. */
export type NoticeDays = keyof typeof remindedColumns

/** Records about which end of a tier the member has been told. */
export async function markReminded(
  db: Transaction<Database>,
  memberId: string,
  { days, end }: { days: NoticeDays; end: Date },
): Promise<void> {
  await db
    .updateTable('members')
    .set({ [remindedColumns[days]]: end })
    .where('id', '=', memberId)
    .execute()
}

/** The ids of members whose tier ends before `before`, in the order of their ends. */
export async function findTiersEndingBefore(db: Kysely<Database>, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('membership_tier', 'in', measuredTiers)
    .where('tier_expiry_date', '<', before)
    .orderBy('tier_expiry_date')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The ids of members who had their tier to the end of the year before `start`, and were given it for the new year
 * ahead, so that nothing renews it; without those who were told this.
 */
export async function findTiersAhead(
  db: Kysely<Database>,
  { start, what, about }: Pick<NoticeKey, 'what' | 'about'> & { start: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from members
    where active and membership_tier = any(${measuredTiers}::text[]) and tier_expiry_date >= ${start}
      and exists (select from memberships ahead where ahead.member_id = members.id and ahead.tier = membership_tier
        and ahead.ends_at = tier_expiry_date and ahead.starts_at < ${start})
      and exists (select from memberships before where before.member_id = members.id
        and before.tier = membership_tier and before.ends_at = ${new Date(start.getTime() - 1)})
      and not exists (select from notices where notices.member_id = members.id and what = ${what} and about = ${about})
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The ids of members whose tier ends from `now` to `until`, and who have not been told so by this notice. */
export async function findTiersToAnnounce(
  db: Kysely<Database>,
  { now, until, days }: { now: Date; until: Date; days: NoticeDays },
): Promise<string[]> {
  const reminded = remindedColumns[days]
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('membership_tier', 'in', measuredTiers)
    .where('active', '=', true)
    .where('tier_expiry_date', '>=', now)
    .where('tier_expiry_date', '<=', until)
    .where((row) => row.or([row(reminded, 'is', null), row(reminded, '<>', row.ref('tier_expiry_date'))]))
    .execute()
  return rows.map(({ id }) => id)
}
