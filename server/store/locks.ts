import type { Transaction } from 'kysely'
import type { Database } from './tables.ts'

/**
 * Work that must not run twice at the same time, on any server of the database. No member's request takes one, unless
 * they serve the club.
 */
type LockName = 'contents' | 'season' | 'signing-keys' | 'roles' | 'upgrade-tokens' | 'staff'

/** Locks a name until the transaction ends, alone. */
export async function takeLock(db: Transaction<Database>, name: LockName): Promise<void> {
  await db.selectFrom('locks').select('name').where('name', '=', name).forUpdate().executeTakeFirstOrThrow()
}

/**
 * Locks a name together with others who share it: whoever takes it alone waits for all of them, and they for that one.
 */
export async function shareLock(db: Transaction<Database>, name: LockName): Promise<void> {
  await db.selectFrom('locks').select('name').where('name', '=', name).forShare().executeTakeFirstOrThrow()
}
