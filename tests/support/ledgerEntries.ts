import { givePoints, takePoints } from '#server/services/points/points.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'

/** An entry of a ledger. `points` may be negative. */
export interface TestEntry {
  code: string
  points: number
  at: Date
  /** When points that are given expire; never, where it is not said. */
  expiresAt?: Date
}

let entryCount = 0

/** Writes entries to a member's ledger, in this order, which must be that of their times. */
export async function addEntries(db: ConnectionPool, memberId: string, entries: readonly TestEntry[]): Promise<void> {
  await inTransaction(db, async (transaction) => {
    for (const { code, points, at, expiresAt = null } of entries) {
      const cause = { memberId, code, reference: `test entry ${process.pid} ${++entryCount}`, now: at }
      if (points > 0) await givePoints(transaction, cause, points, expiresAt)
      else await takePoints(transaction, cause, -points)
    }
  })
}

/** Gives a member points, now, as an import does. */
export async function addPoints(db: ConnectionPool, { id }: { id: string }, points: number): Promise<void> {
  await addEntries(db, id, [{ code: 'Bulk Import', points, at: new Date() }])
}
