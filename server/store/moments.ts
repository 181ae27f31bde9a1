import type { Kysely } from 'kysely'
import type { Database } from './tables.ts'

/** What operators rely on: a test email that was accepted, a backup that was made, and a run of a periodic task. */
export type MomentName = 'test_email' | 'backup' | `task: ${string}`

/** Records that these have happened. */
export async function noteMoments(db: Kysely<Database>, names: readonly MomentName[], at: Date): Promise<void> {
  if (names.length === 0) return
  await db
    .insertInto('moments')
    .values(names.map((what) => ({ what, at })))
    .onConflict((conflict) => conflict.column('what').doUpdateSet({ at }))
    .execute()
}

/** When each has last happened. */
export async function readMoments(db: Kysely<Database>): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.selectFrom('moments').selectAll().execute()
  return new Map(rows.map(({ what, at }) => [what, at]))
}
