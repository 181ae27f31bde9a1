import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { PaymentOrdersTable } from '../tables/paymentTables.ts'
import type { Database } from '../tables.ts'

export type OrderRow = Selectable<PaymentOrdersTable>
type OrderState = PaymentOrdersTable['state']

/** Adds an order. Rejects where its reference exists. */
export async function addOrder(db: Transaction<Database>, order: Insertable<PaymentOrdersTable>): Promise<void> {
  await db.insertInto('payment_orders').values(order).execute()
}

/** An order by its reference, or undefined. */
export function findOrder(db: Kysely<Database>, orderRef: string): Promise<OrderRow | undefined> {
  return db.selectFrom('payment_orders').selectAll().where('order_ref', '=', orderRef).executeTakeFirst()
}

/** A member's newest order for a purpose, or undefined. */
export function findNewestOrder(
  db: Kysely<Database>,
  { memberId, purpose }: { memberId: string; purpose: PaymentOrdersTable['purpose'] },
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

/** A change of state: only orders in one of the states `from` are changed. */
interface StateChange {
  from: readonly OrderState[]
  to: OrderState
  now: Date
}

/** Changes the state of one order. */
export async function changeOrder(db: Kysely<Database>, orderRef: string, change: StateChange): Promise<void> {
  const { from, to, now } = change
  await db
    .updateTable('payment_orders')
    .set({ state: to, changed_at: now })
    .where('order_ref', '=', orderRef)
    .where('state', 'in', from)
    .execute()
}

/** Changes the state of a member's orders for the same purpose. */
export async function changeOrdersOf(
  db: Transaction<Database>,
  { memberId, purpose }: { memberId: string; purpose: PaymentOrdersTable['purpose'] },
  { from, to, now }: StateChange,
): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ state: to, changed_at: now })
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .where('state', 'in', from)
    .execute()
}

/** Changes the state of all orders that have waited until `now`. Resolves to their number. */
export async function changeOverdueOrders(db: Kysely<Database>, { from, to, now }: StateChange): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('payment_orders')
    .set({ state: to, changed_at: now })
    .where('state', 'in', from)
    .where('expires_at', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
