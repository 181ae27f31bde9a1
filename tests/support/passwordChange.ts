import { sql } from 'kysely'
import { expect } from 'vitest'
import { hashPassword } from '#server/identity/passwords/passwords.ts'
import { openClubDatabase } from './database.ts'
import { passwordCost } from './members.ts'

/**
 * Begins `work` while a new password of an account is written but not committed; commits it once `work` waits for that,
 * or is done.
 */
export async function duringPasswordChange<T>(
  dataDir: string,
  change: { email: string; password: string; emailVerified?: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const { db, close } = await openClubDatabase(dataDir)
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock'`
  const passwordHash = await hashPassword(change.password, passwordCost)
  try {
    const { answer } = await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('identity_accounts')
        .set({ password_hash: passwordHash, email_verified: change.emailVerified })
        .where('email', '=', change.email)
        .execute()
      let isSettled = false
      const running = work().finally(() => {
        isSettled = true
      })
      const isHeld = async () => isSettled || (await waiting.execute(db)).rows.length > 0
      await expect.poll(isHeld, { timeout: 10_000 }).toBe(true)
      return { answer: running }
    })
    return await answer
  } finally {
    await close()
  }
}
