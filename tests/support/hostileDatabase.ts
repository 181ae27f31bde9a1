import { type Kysely, sql, type TransactionBuilder } from 'kysely'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'

const shadows = [
  'pg_advisory_lock(bigint) returns void',
  'pg_advisory_xact_lock(bigint) returns void',
  'pg_advisory_xact_lock(int, int) returns void',
  'pg_try_advisory_lock(bigint) returns boolean',
  'pg_try_advisory_xact_lock(bigint) returns boolean',
  'pg_advisory_unlock(bigint) returns boolean',
]

/**
 * Shadows PostgreSQL's advisory locks by functions that do nothing, as on a distributed PostgreSQL that lacks them: whatever relied on
 * them would fail in the tests. Concerns every later connection to the database.
 */
export async function shadowAdvisoryLocks(db: Kysely<Database>): Promise<void> {
  await sql`create schema no_advisory_locks`.execute(db)
  await sql`grant usage on schema no_advisory_locks to public`.execute(db)
  for (const shadow of shadows) {
    const body = shadow.endsWith('boolean') ? 'select true' : 'select'
    await sql.raw(`create function no_advisory_locks.${shadow} language sql as '${body}'`).execute(db)
  }
  // `public` stays first: it is where new tables go.
  await sql`alter database postgres set search_path = public, no_advisory_locks, pg_catalog`.execute(db)
}

/**
 * Refuses every transaction of a pool once, after its work, with 40001 (serialization_failure), as a distributed PostgreSQL may: a
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
