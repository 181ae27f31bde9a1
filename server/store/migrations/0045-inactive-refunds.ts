import { type Kysely, sql } from 'kysely'

/** A payment that comes after the account was closed buys nothing, and has to be refunded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table payments drop constraint payments_refund_reason_check`,
  `alter table payments add constraint payments_refund_reason_check check (refund_reason in (
     'unknown_order', 'wrong_merchant', 'wrong_currency', 'wrong_amount',
     'order_paid', 'inactive', 'already_held', 'invalid_tier', 'not_awaited', 'rejected'))`,
]
