import { sql, type Transaction } from 'kysely'
import { type AuditedSum, type AuditedSums, compareSums } from './audit.ts'
import type { Database } from './tables.ts'

/** How many of each reward its stock says were redeemed, and how many the redemptions make. */
export function auditStock(db: Transaction<Database>): Promise<AuditedSums> {
  return compareSums(
    db,
    sql<AuditedSum>`
      select coalesce(stock.alias, made.alias) as id, coalesce(stock.redeemed, 0) as stored,
        coalesce(made.quantity, 0) as derived
      from reward_stock stock
      full join (
        select reward_alias as alias, sum(quantity)::int as quantity from redemptions
        where ref_no is not null group by reward_alias) made on made.alias = stock.alias`,
  )
}

/** How many vouchers each redemption has, and how many its pieces make: one each, unless they go by post. */
export function auditVouchers(db: Transaction<Database>): Promise<AuditedSums> {
  return compareSums(
    db,
    sql<AuditedSum>`
      select redemption.transaction_id::text as id,
        (select count(*) from vouchers where transaction_id = redemption.transaction_id)::int as stored,
        case when delivery.method = 'Mail' then 0 else redemption.quantity end as derived
      from redemptions redemption join deliveries delivery on delivery.transaction_id = redemption.transaction_id`,
  )
}
