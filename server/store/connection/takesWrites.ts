import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'

/** Rejects if the database takes no writes, which also makes `followingPool.ts` look for another host. Locks nothing. */
export function takesWrites(db: Kysely<Database>): Promise<unknown> {
  return db
    .selectFrom('locks')
    .select('name')
    .where(sql<boolean>`false`)
    .forUpdate()
    .execute()
}
