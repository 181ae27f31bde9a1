import { type Kysely, sql } from 'kysely'
import type { LocalizedText } from '#contract/language.ts'
import { basicTier, type Tier } from '#contract/member/tiers.ts'
import type { FormType } from '#contract/registration/formTypes.ts'
import { isKept } from '../spending/redemptions.ts'
import type { Database } from '../tables.ts'

/**
 * Moments between months, the first one's beginning first: each begins a month and ends the one before it. A figure's
 * `month` counts from 1; 0 is all the time before.
 */
type Edges = readonly Date[]

const monthOf = (column: string, edges: Edges) => sql<number>`width_bucket(${sql.ref(column)}, ${edges}::timestamptz[])`

/**
 * Members: whose address was proved once. A closed account counts until it was closed; its deletion makes its address
 * unproved again.
 */
const isMember = sql<boolean>`(members.email_verified or members.provider_email_verified or not members.active)`

/** When the first member joined; null where there is none. */
export async function findFirstJoining(db: Kysely<Database>): Promise<Date | null> {
  const { at } = await db
    .selectFrom('members')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/** How many members there are now, by tier. */
export async function countMembersByTier(db: Kysely<Database>): Promise<{ tier: Tier; count: number }[]> {
  const { rows } = await sql<{ tier: Tier; count: number }>`
    select membership_tier as tier, count(*)::int as count from members where active and ${isMember}
    group by membership_tier`.execute(db)
  return rows
}

/** Members in a tier that was given, or in all (`tier` is null), at the end of every month after `from`, up to `to`. */
interface MembersFromTo {
  tier: Tier | null
  from: number
  to: number
  count: number
}

/**
 * How many members there were at the ends of some months. A member's tier is that of their newest membership until
 * then, while it had not ended; that of an account without any, which came with its tier, is the one that it has. One
 * pass over each table: each membership counts once, with the months in which it held.
 */
export async function countMembersOver(db: Kysely<Database>, ends: readonly Date[]): Promise<MembersFromTo[]> {
  const endsBefore = (moment: string) => sql<number>`width_bucket(${sql.raw(moment)}, ${ends}::timestamptz[])`
  const { rows } = await sql<MembersFromTo>`
    with held (member_id, tier, starts_at, until) as (
      select member_id, tier, starts_at, least(ends_at + interval '1 millisecond',
          lead(starts_at) over (partition by member_id order by id))
        from memberships
      union all select id, membership_tier, coalesce(membership_since, created_at),
          tier_expiry_date + interval '1 millisecond'
        from members where membership_tier <> ${basicTier}
        and not exists (select from memberships where member_id = members.id)
      union all select id, null, created_at, null from members),
    closed as (
      select member_id, min(requested_at) as at from account_closures where undone_at is null group by member_id)
    select tier, ${endsBefore('starts_at')} as from,
      coalesce(${endsBefore('least(until, closed.at)')}, ${ends.length}::int) as to, count(*)::int as count
    from held join members on members.id = held.member_id and ${isMember}
    left join closed on closed.member_id = held.member_id
    group by 1, 2, 3`.execute(db)
  return rows
}

/** What the entries of one type gave and took in a month, in points. */
export interface PointsOfMonth {
  month: number
  code: string
  given: number
  taken: number
}

/** The ledger by month and type, until the last edge. */
export async function sumPoints(db: Kysely<Database>, edges: Edges): Promise<PointsOfMonth[]> {
  const { rows } = await sql<PointsOfMonth>`
    select ${monthOf('created_at', edges)} as month, code,
      coalesce(sum(delta_balance) filter (where delta_balance > 0), 0)::float8 as given,
      coalesce(-sum(delta_balance) filter (where delta_balance < 0), 0)::float8 as taken
    from point_transactions where created_at < ${edges.at(-1)} group by 1, code`.execute(db)
  return rows
}

/** The points that members have, by the month in which they expire; null: never. */
export async function sumExpiringPoints(
  db: Kysely<Database>,
  edges: Edges,
): Promise<{ month: number | null; points: number }[]> {
  const { rows } = await sql<{ month: number | null; points: number }>`
    select ${monthOf('expires_at', edges)} as month, sum(remaining)::float8 as points
    from point_buckets where remaining > 0 group by 1`.execute(db)
  return rows
}

/** A concert, the tickets that were sold and not returned, and how many of them were scanned. */
interface ConcertScans {
  id: string
  name: LocalizedText
  startsAt: Date
  sold: number
  scanned: number
}

/**
 * The concerts that begin from a moment on and before another, the earliest first. Tickets and claims are each read in
 * order, and merged: a hash of all claims takes half as long again, a look-up of each ticket's twice as long.
 */
export async function countScans(db: Kysely<Database>, from: Date, until: Date): Promise<ConcertScans[]> {
  const { rows } = await sql<ConcertScans>`
    with concert as (
      select id, name, starts_at from performances where starts_at >= ${from} and starts_at < ${until}),
    ticket as (
      select ticket_no, performance_id from tickets
      where returned_at is null and performance_id in (select id from concert) order by ticket_no),
    counted as (
      select performance_id, count(*)::int as sold, count(claim.ticket_no)::int as scanned
      from ticket left join (select ticket_no from ticket_claims order by ticket_no) claim
        on claim.ticket_no = ticket.ticket_no
      group by performance_id)
    select id, name, starts_at as "startsAt", coalesce(sold, 0) as sold, coalesce(scanned, 0) as scanned
    from concert left join counted on counted.performance_id = concert.id
    order by starts_at, id`.execute(db)
  return rows
}

/** What members have redeemed of a reward: how often, how many pieces, for how many points. */
interface RedeemedReward {
  alias: string
  redemptions: number
  quantity: number
  points: number
}

/** What was redeemed from a moment on and before another, and not given back, most points first. */
export async function sumRedemptions(db: Kysely<Database>, from: Date, until: Date): Promise<RedeemedReward[]> {
  const { rows } = await sql<RedeemedReward>`
    select reward_alias as alias, count(*)::int as redemptions, sum(quantity)::int as quantity,
      -sum(delta_balance)::float8 as points
    from redemptions join point_transactions entry on entry.id = redemptions.transaction_id
    where entry.created_at >= ${from} and entry.created_at < ${until} and ${isKept('redemptions.transaction_id')}
    group by reward_alias order by points desc, reward_alias`.execute(db)
  return rows
}

/** How many members joined in a month by a route. */
interface Joins {
  month: number
  route: FormType
  count: number
}

/**
 * How many members joined, by the first route that they took within some days of joining: what they paid, a link or
 * code, an earlier membership. Whoever took none joined free of charge.
 */
export async function countJoins(db: Kysely<Database>, edges: Edges, days: number): Promise<Joins[]> {
  const { rows } = await sql<Joins>`
    with joined as (
      select id, created_at from members
      where created_at >= ${edges[0]} and created_at < ${edges.at(-1)} and ${isMember}),
    taken (member_id, route, at) as (
      select member_id, case source when 'payment' then 'red' when 'free_tier_upgrade' then 'free-tier-upgrade'
          else source end, starts_at
        from memberships where source in ('payment', 'sc', 'free_tier_upgrade')
      union all select migrated_by, 'existing', migrated_at from old_members where migrated_by is not null
      union all select member_id, 'ya', changed_at from payment_orders where purpose = 'youth' and state = 'paid'),
    first as (
      select distinct on (joined.id) joined.id, route from joined join taken on taken.member_id = joined.id
      where at < joined.created_at + ${days} * interval '1 day' order by joined.id, at)
    select ${monthOf('joined.created_at', edges)} as month, coalesce(route, 'free') as route, count(*)::int as count
    from joined left join first on first.id = joined.id group by 1, 2`.execute(db)
  return rows
}
