import { sql, type Transaction } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/store/tables.ts'
import { openClubDatabase } from './database.ts'

/** Begins `work` while `change` is written but not committed; commits it once `work` waits for that, or is done. */
export async function duringChange<T>(
  dataDir: string,
  change: (transaction: Transaction<Database>) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const { db, close } = await openClubDatabase(dataDir)
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock'`
  try {
    const { answer } = await db.transaction().execute(async (transaction) => {
      await change(transaction)
      let isSettled = false
      const running = work().finally(() => {
        isSettled = true
      })
      const isHeld = async () => isSettled || (await waiting.execute(db)).rows.length > 0
      await expect.poll(isHeld).toBe(true)
      return { answer: running }
    })
    return await answer
  } finally {
    await close()
  }
}
