import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql, type TransactionBuilder } from 'kysely'
import { Client } from 'pg'
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
 * What else a distributed PostgreSQL does differently, one at a time (`npm run faults -- distributed`):
 *
 * - refusals: after the first refusal, every fifth attempt of a transaction is refused, too.
 * - ids: ids come in the opposite order.
 * - ddl: migrations run outside transactions.
 * - slow: each statement takes 5 ms longer.
 */
export const hostilities = ['refusals', 'ids', 'ddl', 'slow'] as const
export type Hostility = (typeof hostilities)[number]

/** The environment variable that chooses one for a test run. */
export const hostilityVariable = 'HOSTILE_DATABASE'

export function isHostile(hostility: Hostility): boolean {
  return process.env[hostilityVariable] === hostility
}

const [refusedShare, slowerMs] = [0.2, 5]

/** Makes every sequence count downwards, from a number that none has reached. */
async function reverseIds(owner: Kysely<Database>): Promise<void> {
  await sql`do $$ declare name regclass; first bigint; begin
    for name, first in select seqrelid::regclass, seqstart from pg_sequence loop
      execute format('alter sequence %s increment by -1 restart with %s', name, first + 90000);
    end loop;
  end $$`.execute(owner)
}

/** Delays the statements of all connections of this process. Files of tests share processes, so that it may be called again. */
function slowStatements(): void {
  const query = Reflect.get(Client.prototype, 'query')
  if (query.name === 'slowQuery') return
  Client.prototype.query = async function slowQuery(this: Client, ...statement: unknown[]) {
    await delay(slowerMs)
    return Reflect.apply(query, this, statement)
  }
}
if (isHostile('slow')) slowStatements()

/** Makes a database as hostile as the test run asks for, in what is a matter of the database itself. */
export async function makeHostile(owner: Kysely<Database>): Promise<void> {
  if (isHostile('ids')) await reverseIds(owner)
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

/** Whether an attempt after the first one is refused. */
const isRefusedAgain = () => isHostile('refusals') && Math.random() < refusedShare

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
        if (refused.has(work) && !isRefusedAgain()) return result
        refused.add(work)
        throw Object.assign(new Error('could not serialize access: refused by the test'), { code: '40001' })
      }),
  })
}
