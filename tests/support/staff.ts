import { recordAct } from '#server/services/acts.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'

/** Who does what a test has staff do. */
export const testActor = 'cli:tester'

/** The database, for what only staff, commands and timers do. */
export const asStaff = (db: ConnectionPool): ActingPool => db.actingAs({ name: testActor, role: null })

/** Makes a member one whose application staff have approved. */
export function approveYouth(db: ConnectionPool, memberId: string, until: Date): Promise<void> {
  return inTransaction(asStaff(db), async (transaction) => {
    const approved = { ya_status: 'Approved', ya_expires_at: until }
    await transaction.updateTable('members').set(approved).where('id', '=', memberId).execute()
    const subject = { kind: 'application', id: memberId } as const
    await recordAct(transaction, { action: 'youth_approve', subject, memberId })
  })
}
