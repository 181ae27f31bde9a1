import { findGuests } from '#server/store/spending/eventRegistrations.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordActs } from '../acts.ts'

/** Who comes to an event or waits, as it is exported. */
export type Guest = Awaited<ReturnType<typeof findGuests>>[number]

/** The guests of an event, and who waits. That their names were exported is recorded for each of them. */
export function exportGuests(db: ActingPool, { alias, reason }: { alias: string; reason: string }): Promise<Guest[]> {
  return inTransaction(db, async (transaction) => {
    const guests = await findGuests(transaction, alias)
    const members = [...new Set(guests.map(({ memberId }) => memberId))]
    const subject = { kind: 'event', id: alias } as const
    await recordActs(
      transaction,
      members.map((memberId) => ({ action: 'guests_export', subject, memberId, reason })),
    )
    return guests
  })
}
