import type { Transaction } from 'kysely'
import type { Database } from './tables.ts'

/** Work that must not run twice at the same time, on any server of the database. Never part of a member's request. */
export type LockName = 'contents' | 'season' | 'signing-keys' | 'roles' | 'upgrade-tokens'

/** Locks a name until the transaction ends. */
export async function takeLock(db: Transaction<Database>, name: LockName): Promise<void> {
  await db.selectFrom('locks').select('name').where('name', '=', name).forUpdate().executeTakeFirstOrThrow()
}
