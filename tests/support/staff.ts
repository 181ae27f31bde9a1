import { recordAct, runAs } from '#server/services/acts.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'

/** Who does what a test has staff do. */
export const testActor = 'cli:tester'

/** Does what only staff, commands and timers do. */
export function asStaff<T>(work: () => T): T {
  return runAs({ actor: testActor, role: null }, work)
}

/** Makes a member one whose application staff have approved. */
export function approveYouth(db: ConnectionPool, memberId: string, until: Date): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const approved = { ya_status: 'Approved', ya_expires_at: until }
    await transaction.updateTable('members').set(approved).where('id', '=', memberId).execute()
    const subject = { kind: 'application', id: memberId } as const
    await asStaff(() => recordAct(transaction, { action: 'youth_approve', subject, memberId }))
  })
}
