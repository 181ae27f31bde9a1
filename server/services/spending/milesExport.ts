import { type ConversionFilter, findConversions, markConversionsSent } from '#server/store/spending/milesConversions.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'

export type ExportedConversion = Awaited<ReturnType<typeof findConversions>>[number]

/**
 * Conversions for the airline, and how many it cannot credit, because the member's account was deleted with the airline
 * account's number.
 */
export async function conversionsForAirline(
  db: ConnectionPool,
  filter: ConversionFilter,
): Promise<{ conversions: ExportedConversion[]; withoutAccount: number }> {
  const found = await findConversions(db, filter)
  const conversions = found.filter(({ account }) => account !== null)
  return { conversions, withoutAccount: found.length - conversions.length }
}

class MarkedMeanwhile extends Error {}

/**
 * Marks conversions as told to the airline: all of them, or none where somebody else has marked one meanwhile. Resolves
 * to whether it did.
 */
export async function markAsSent(
  db: ConnectionPool,
  conversions: readonly ExportedConversion[],
  now: Date,
): Promise<boolean> {
  const ids = conversions.map(({ id }) => id)
  try {
    await inTransaction(db, async (transaction) => {
      if ((await markConversionsSent(transaction, ids, now)) < ids.length) throw new MarkedMeanwhile()
    })
    return true
  } catch (error) {
    if (error instanceof MarkedMeanwhile) return false
    throw error
  }
}
