import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { SimulatedPaymentsTable } from '../tables/paymentTables.ts'
import { deleteInBatches } from '../deleteInBatches.ts'
import type { Database } from '../tables.ts'

export type SimulatedPayment = Selectable<SimulatedPaymentsTable>

/**
 * Stores the form that the simulated gateway was sent: its payment page shows it, and its reports say what became of
 * it.
 */
export async function addSimulatedPayment(
  db: Kysely<Database>,
  { id, form, now }: { id: string; form: Record<string, string>; now: Date },
): Promise<void> {
  await db
    .insertInto('simulated_payments')
    .values({ id, form: JSON.stringify(form), created_at: now })
    .execute()
}

/** A payment by its id, or undefined. */
export function findSimulatedPayment(db: Kysely<Database>, id: string): Promise<SimulatedPayment | undefined> {
  return db.selectFrom('simulated_payments').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Ends an open payment, with the datafeed to deliver, if any. Resolves to false when it was not open any more. */
export async function endSimulatedPayment(
  db: Transaction<Database>,
  id: string,
  { state, datafeed, now }: { state: SimulatedPayment['state']; datafeed: string | null; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('simulated_payments')
    .set({ state, datafeed, due_at: datafeed === null ? null : now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Takes datafeeds that are due, at most `limit`, and counts an attempt for each. They are due again at `leaseUntil`, in
 * case the process that took them dies: another process takes none before that. A locked row is waited for: the caller
 * may have just made it due.
 */
export function takeDueDatafeeds(
  db: Kysely<Database>,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<SimulatedPayment[]> {
  const due = db
    .selectFrom('simulated_payments')
    .select('id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
  return db
    .updateTable('simulated_payments')
    .set((row) => ({ due_at: leaseUntil, attempts: sql<number>`${row.ref('attempts')} + 1` }))
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

/** Sets when a datafeed is due again; null once it was accepted. */
export async function setDatafeedDue(db: Kysely<Database>, id: string, dueAt: Date | null): Promise<void> {
  await db.updateTable('simulated_payments').set({ due_at: dueAt }).where('id', '=', id).execute()
}

/** Deletes the payments that were begun before `before`. */
export async function purgeSimulatedPayments(db: Kysely<Database>, before: Date): Promise<void> {
  await deleteInBatches((limit) =>
    db
      .deleteFrom('simulated_payments')
      .where('id', 'in', (row) =>
        row.selectFrom('simulated_payments').select('id').where('created_at', '<', before).limit(limit),
      )
      .executeTakeFirst(),
  )
}
