import { type Kysely, sql, type Transaction } from 'kysely'
import type { HigherTier, Tier } from '#contract/member/tiers.ts'
import type { MembershipSource } from '../tables/membershipTables.ts'
import type { Database } from '../tables.ts'
import { ownedBy } from './audit.ts'

/** A member's tier with the newest of their memberships, and the one before it, if that was renewed. */
export interface AuditedTier {
  memberId: string
  tier: Tier
  end: Date | null
  given: HigherTier
  source: MembershipSource
  startsAt: Date
  givenEnd: Date | null
  renewed: HigherTier | null
  renewedEnd: Date | null
}

/** The tier of every member who has been given one, with what gave it. */
export async function readTiers(db: Transaction<Database>, memberId?: string): Promise<AuditedTier[]> {
  const { rows } = await sql<AuditedTier>`
    select member.id as "memberId", member.membership_tier as tier, member.tier_expiry_date as end,
      newest.tier as given, newest.source, newest.starts_at as "startsAt", newest.ends_at as "givenEnd",
      before.tier as renewed, before.ends_at as "renewedEnd"
    from members member
    cross join lateral (
      select * from memberships where member_id = member.id order by id desc limit 1) newest
    left join lateral (
      select tier, ends_at from memberships
      where member_id = member.id and id < newest.id and newest.source = 'renewal' order by id desc limit 1) before on true
    where ${ownedBy(memberId, 'member.id')}
    order by member.id`.execute(db)
  return rows
}

/** A membership that was given for what its member's concerts had reached. */
export interface EarnedMembership {
  memberId: string
  tier: HigherTier
  source: 'spend' | 'measure'
  /** The number of the ticket that reached it. */
  ticketNo: string
  startsAt: Date
}

/** The memberships that were given for spend, or for another measure. */
export async function findEarnedMemberships(db: Kysely<Database>, memberId?: string): Promise<EarnedMembership[]> {
  const { rows } = await sql<EarnedMembership>`
    select member_id as "memberId", tier, source, split_part(reference, ':', 1) as "ticketNo", starts_at as "startsAt"
    from memberships where source in ('spend', 'measure') and ${ownedBy(memberId, 'member_id')}
    order by starts_at, id`.execute(db)
  return rows
}

/** Since when the levels of the tiers are as they are; null where they were never published. */
export async function levelsChangedAt(db: Kysely<Database>): Promise<Date | null> {
  const { at } = await db
    .selectFrom('contents')
    .select(({ fn }) => fn.max('updated_at').as('at'))
    .where('group_name', '=', 'gauge_levels')
    .executeTakeFirstOrThrow()
  return at
}
