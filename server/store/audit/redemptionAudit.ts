import { sql, type Transaction } from 'kysely'
import { keysOf } from '#contract/keysOf.ts'
import { deliveryMethods } from '#contract/spending/deliveryMethods.ts'
import { type AuditedSum, type AuditedSums, compareSums, ownedBy } from './audit.ts'
import { isKept } from '../spending/redemptions.ts'
import type { Database } from '../tables.ts'

/**
 * Limits a check to the aliases that a member has redeemed, or registered for; without a member, it is of everything.
 */
function aliasOf(memberId: string | undefined, alias: string, kind: 'reward' | 'event') {
  if (memberId === undefined) return sql`true`
  const own =
    kind === 'reward'
      ? sql`select reward_alias from redemptions join point_transactions entry on entry.id = transaction_id
          where entry.member_id = ${memberId}`
      : sql`select alias from event_registrations where member_id = ${memberId}`
  return sql`${sql.ref(alias)} in (${own})`
}

/** How many of each reward its stock says were redeemed, and how many the redemptions make that were not given back. */
export function auditStock(db: Transaction<Database>, memberId?: string): Promise<AuditedSums> {
  return compareSums(
    db,
    sql<AuditedSum>`
      select coalesce(stock.alias, made.alias) as id, coalesce(stock.redeemed, 0) as stored,
        coalesce(made.quantity, 0) as derived
      from reward_stock stock
      full join (
        select reward_alias as alias, sum(quantity)::int as quantity from redemptions
        where ${isKept('redemptions.transaction_id')} group by reward_alias) made on made.alias = stock.alias
      where ${aliasOf(memberId, 'stock.alias', 'reward')} or ${aliasOf(memberId, 'made.alias', 'reward')}`,
  )
}

const withoutVoucher = keysOf(deliveryMethods).filter((method) => !deliveryMethods[method].givesVoucher)

/** How many vouchers each redemption has, and how many its pieces make: one each, unless they go by post. */
export function auditVouchers(db: Transaction<Database>, memberId?: string): Promise<AuditedSums> {
  return compareSums(
    db,
    sql<AuditedSum>`
      select redemption.transaction_id::text as id,
        (select count(*) from vouchers where transaction_id = redemption.transaction_id)::int as stored,
        case when delivery.method = any(${withoutVoucher}::text[]) then 0 else redemption.quantity end as derived
      from redemptions redemption left join deliveries delivery on delivery.transaction_id = redemption.transaction_id
      join point_transactions entry on entry.id = redemption.transaction_id
      where ${ownedBy(memberId, 'entry.member_id')}`,
  )
}

/** How many places of each event are taken, and how many its registrations make. */
export function auditPlaces(db: Transaction<Database>, memberId?: string): Promise<AuditedSums> {
  return compareSums(
    db,
    sql<AuditedSum>`
      select event.alias as id, event.taken as stored,
        coalesce((select sum(quantity) from event_registrations registration
          where registration.alias = event.alias and registration.state = 'registered'), 0)::int as derived
      from event_places event where ${aliasOf(memberId, 'event.alias', 'event')}`,
  )
}

/** An entry that says that it spent points on something, or of which something says so, without the other. */
interface UnmatchedSpending {
  id: string
  code: string
}

/**
 * How a reference is written. Entries of the demo season have another one, and need no redemption or conversion.
 */
const referenceForm = '^[2-9A-Z]{4}-[2-9A-Z]{4}$'

/**
 * Entries for redemptions and conversions without their redemption (with its delivery) or conversion, and the other way
 * round; and conversions at no whole rate.
 */
export async function findUnmatchedSpending(
  db: Transaction<Database>,
  memberId?: string,
): Promise<UnmatchedSpending[]> {
  const { rows } = await sql<UnmatchedSpending>`
    select entry.id::text, entry.code
    from point_transactions entry
    left join redemptions redemption on redemption.transaction_id = entry.id
    left join deliveries delivery on delivery.transaction_id = entry.id
    left join miles_conversions conversion on conversion.transaction_id = entry.id
    where ((entry.code <> 'Reward Redemption' and redemption.transaction_id is not null)
      or (entry.code <> 'Asia Miles Redemption' and conversion.transaction_id is not null)
      or (redemption.transaction_id is not null and delivery.transaction_id is null)
      or entry.delta_balance % conversion.miles <> 0
      or (entry.reference ~ ${referenceForm} and (
        (entry.code = 'Reward Redemption' and redemption.ref_no is distinct from entry.reference)
        or (entry.code = 'Asia Miles Redemption' and conversion.ref_no is distinct from entry.reference))))
      and ${ownedBy(memberId, 'entry.member_id')}
    order by entry.created_at, entry.id`.execute(db)
  return rows
}
