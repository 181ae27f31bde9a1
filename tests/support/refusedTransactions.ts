import type { TransactionBuilder } from 'kysely'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'

/**
 * Refuses every transaction of a pool once, after its work, with 40001 (serialization_failure), as PostgreSQL may: a
 * transaction that does not run again fails, and one with an effect elsewhere shows it twice.
 */
export function refuseTransactionsOnce(db: ConnectionPool): void {
  const refused = new WeakSet<object>()
  const begin = db.transaction.bind(db)
  db.transaction = () => refusing(begin(), refused)
}

function refusing(builder: TransactionBuilder<Database>, refused: WeakSet<object>): TransactionBuilder<Database> {
  const execute = builder.execute.bind(builder)
  const setIsolationLevel = builder.setIsolationLevel.bind(builder)
  const setAccessMode = builder.setAccessMode.bind(builder)
  return Object.assign(builder, {
    setIsolationLevel: (...level: Parameters<typeof setIsolationLevel>) =>
      refusing(setIsolationLevel(...level), refused),
    setAccessMode: (...mode: Parameters<typeof setAccessMode>) => refusing(setAccessMode(...mode), refused),
    execute: <T>(work: Parameters<typeof builder.execute<T>>[0]) =>
      execute(async (transaction) => {
        const result = await work(transaction)
        if (refused.has(work)) return result
        refused.add(work)
        throw Object.assign(new Error('could not serialize access: refused by the test'), { code: '40001' })
      }),
  })
}
