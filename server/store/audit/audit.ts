import { sql, type Transaction } from 'kysely'
import { basicTier, tiers } from '#contract/member/tiers.ts'
import { undoReference } from '../points/pointAdjustments.ts'
import type { Database } from '../tables.ts'

/** A sum that was stored and what it should be, in points. */
export interface AuditedSum {
  id: string
  stored: number
  derived: number
}

/** Sums whose two sides differ, and how many were compared. */
export interface AuditedSums {
  compared: number
  differences: AuditedSum[]
}

type Sums = ReturnType<typeof sql<AuditedSum>>

/** Compares the two sides of each sum. */
export async function compareSums(db: Transaction<Database>, sums: Sums): Promise<AuditedSums> {
  const compared = await sql<{ count: number }>`select count(*)::int as count from (${sums}) sums`.execute(db)
  const differences = await sql<AuditedSum>`select * from (${sums}) sums where stored <> derived order by id`.execute(
    db,
  )
  return { compared: compared.rows[0]?.count ?? 0, differences: differences.rows }
}

/** Limits a check to what belongs to one member by any of these columns; without a member, it is of everything. */
export function ownedBy(memberId: string | undefined, ...columns: readonly string[]) {
  if (memberId === undefined) return sql<boolean>`true`
  return sql<boolean>`${memberId} in (${sql.join(columns.map((column) => sql.ref(column)))})`
}

/** What each bucket holds, and what its debits leave of what it got. */
export function auditBuckets(db: Transaction<Database>, memberId?: string): Promise<AuditedSums> {
  return compareSums(
    db,
    sql<AuditedSum>`
      select bucket.id::text, bucket.remaining::int as stored,
        (bucket.earned - coalesce(sum(debit.amount), 0))::int as derived
      from point_buckets bucket left join point_bucket_debits debit on debit.bucket_id = bucket.id
      where ${ownedBy(memberId, 'bucket.member_id')}
      group by bucket.id`,
  )
}

/** Each entry, and what its member's bucket and debits make. */
export function auditEntries(db: Transaction<Database>, memberId?: string): Promise<AuditedSums> {
  return compareSums(
    db,
    sql<AuditedSum>`
      select entry.id::text, entry.delta_balance::int as stored,
        (coalesce(bucket.earned, 0) - coalesce(taken.amount, 0))::int as derived
      from point_transactions entry
      left join point_buckets bucket on bucket.transaction_id = entry.id and bucket.member_id = entry.member_id
      left join (
        select debit.transaction_id, debited.member_id, sum(debit.amount) as amount
        from point_bucket_debits debit join point_buckets debited on debited.id = debit.bucket_id
        group by debit.transaction_id, debited.member_id) taken
        on taken.transaction_id = entry.id and taken.member_id = entry.member_id
      where ${ownedBy(memberId, 'entry.member_id')}`,
  )
}

/** The balance of each member by their entries, and what their buckets hold. */
export function auditMembers(db: Transaction<Database>, memberId?: string): Promise<AuditedSums> {
  return compareSums(
    db,
    sql<AuditedSum>`
      select member.id::text,
        (select coalesce(sum(delta_balance), 0) from point_transactions where member_id = member.id)::int as stored,
        (select coalesce(sum(remaining), 0) from point_buckets where member_id = member.id)::int as derived
      from members member where ${ownedBy(memberId, 'member.id')}`,
  )
}

/** Members with more than one entry for a completed profile, and how many each has. */
export async function findRepeatedProfileBonuses(
  db: Transaction<Database>,
  memberId?: string,
): Promise<{ id: string; entries: number }[]> {
  const { rows } = await sql<{ id: string; entries: number }>`
    select member_id::text as id, count(*)::int as entries from point_transactions
    where code = 'Completed Profile' and ${ownedBy(memberId, 'member_id')}
    group by member_id having count(*) > 1 order by 1`.execute(db)
  return rows
}

/** A payment and the membership that names it, of which one is missing or belongs to another member. */
export interface UnmatchedPayment {
  payRef: string
  /** What the payment says that it has bought; null when only the membership exists. */
  outcome: string | null
}

/**
 * Payments for a membership without exactly theirs, and memberships by payment without theirs; and how many payments
 * there are.
 */
export async function auditPayments(
  db: Transaction<Database>,
  memberId?: string,
): Promise<{ compared: number; unmatched: UnmatchedPayment[] }> {
  const { rows: unmatched } = await sql<UnmatchedPayment>`
    select coalesce(payment.pay_ref, membership.reference) as "payRef", payment.outcome
    from (select * from payments where outcome = 'membership') payment
    full join (select * from memberships where source = 'payment') membership on membership.reference = payment.pay_ref
    left join payment_orders placed on placed.order_ref = payment.order_ref
    where (membership.id is null or placed.state is distinct from 'paid'
        or membership.member_id is distinct from placed.member_id)
      and ${ownedBy(memberId, 'placed.member_id', 'membership.member_id')}
    order by 1`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payments left join payment_orders placed on placed.order_ref = payments.order_ref
    where ${ownedBy(memberId, 'placed.member_id')}`.execute(db)
  return { compared: rows[0]?.count ?? 0, unmatched }
}

/** The references of orders that are paid without a payment. */
export async function findPaidOrdersWithoutPayment(db: Transaction<Database>, memberId?: string): Promise<string[]> {
  const { rows } = await sql<{ orderRef: string }>`
    select order_ref as "orderRef" from payment_orders placed
    where state = 'paid' and not exists (select from payments where order_ref = placed.order_ref)
      and ${ownedBy(memberId, 'placed.member_id')}
    order by 1`.execute(db)
  return rows.map(({ orderRef }) => orderRef)
}

/**
 * Used tokens and migrated old members without the membership that each has given, and memberships that name neither,
 * by their cause. An old Basic member without an upgrade code gives none; with a code, it is the higher of the two
 * tiers. A member who had the tier already got only the number.
 */
export async function findUnmatchedUpgrades(db: Transaction<Database>, memberId?: string): Promise<string[]> {
  const { rows } = await sql<{ cause: string }>`
    select coalesce(used.kind || ' ' || used.reference, membership.source || ' ' || membership.reference) as cause
    from (
      select kind, token_hash as reference, used_by as member_id, tier, null::timestamptz as at from upgrade_tokens
        where used_by is not null and kind <> 'existing'
      union all
      select 'existing', coalesce(old.member_no, code.old_member_no), old.migrated_by,
          case when array_position(${tiers}::text[], code.tier) > array_position(${tiers}::text[], old.tier)
            then code.tier else old.tier end,
          old.migrated_at
        from old_members old
        full join (select * from upgrade_tokens where kind = 'existing' and used_by is not null) code
          on code.old_member_no = old.member_no and code.used_by = old.migrated_by
        where code.used_by is not null or (old.migrated_by is not null and old.tier <> ${basicTier})
    ) used
    full join (select * from memberships where source in ('sc', 'free_tier_upgrade', 'existing')) membership
      on membership.source = used.kind and membership.reference = used.reference
    where ((membership.id is null and not exists (
        select from memberships held
          where held.member_id = used.member_id and held.tier = used.tier and used.at between held.starts_at and held.ends_at))
      or (membership.id is not null and (
        membership.member_id is distinct from used.member_id or membership.tier is distinct from used.tier)))
      and ${ownedBy(memberId, 'used.member_id', 'membership.member_id')}
    order by 1`.execute(db)
  return rows.map(({ cause }) => cause)
}

/** A claim or an entry for a ticket, with what belongs to it; null where that is missing. */
export interface AuditedClaim {
  ticketNo: string
  /** The ticket's price in Hong Kong dollars. */
  amount: number | null
  /** The points that its entry gave to the member who claimed it. */
  points: number | null
  /** Whether claim and entry name each other. */
  isLinked: boolean
}

/** Every credited claim with its entry, and every entry for a ticket with its claim. */
export async function readCreditedClaims(db: Transaction<Database>, memberId?: string): Promise<AuditedClaim[]> {
  const { rows } = await sql<AuditedClaim>`
    select coalesce(claim.ticket_no, entry.reference) as "ticketNo", ticket.amount, entry.delta_balance as points,
      coalesce(claim.transaction_id = entry.id and claim.member_id = entry.member_id, false) as "isLinked"
    from (select * from ticket_claims where transaction_id is not null) claim
    full join (select * from point_transactions where code = 'Scan ticket') entry on entry.reference = claim.ticket_no
    left join tickets ticket on ticket.ticket_no = coalesce(claim.ticket_no, entry.reference)
    where ${ownedBy(memberId, 'claim.member_id', 'entry.member_id')}
    order by 1`.execute(db)
  return rows
}

/** An entry that took points although others of its member expired earlier, and were left. */
export interface UnorderedDebit {
  id: string
  code: string
  /** The bucket that was left. */
  left: string
}

/** Credits lock no member: one that began before a debit may have ended after it. */
const longestCredit = '1 hour'

/**
 * Entries that took points before others that expired earlier, and that were there. Expired points are booked out in
 * any order, and points that were just given are taken back as they are.
 */
export async function findUnorderedDebits(db: Transaction<Database>, memberId?: string): Promise<UnorderedDebit[]> {
  const { rows } = await sql<UnorderedDebit>`
    select distinct on (entry.id) entry.id::text, entry.code, other.id::text as left
    from point_transactions entry
    join point_bucket_debits debit on debit.transaction_id = entry.id
    join point_buckets taken on taken.id = debit.bucket_id
    join point_buckets other on other.member_id = entry.member_id
      and other.expires_at > entry.created_at and (taken.expires_at is null or other.expires_at < taken.expires_at)
    join point_transactions credit on credit.id = other.transaction_id
      and credit.created_at < entry.created_at - ${longestCredit}::interval
    where entry.code <> 'Points Expired' and entry.reference not like ${`${undoReference('')}%`}
      and ${ownedBy(memberId, 'entry.member_id')}
      and other.earned > (
        select coalesce(sum(earlier.amount), 0) from point_bucket_debits earlier
        join point_transactions spent on spent.id = earlier.transaction_id
        where earlier.bucket_id = other.id and spent.created_at <= entry.created_at)
    order by entry.id, other.expires_at, other.id`.execute(db)
  return rows
}
