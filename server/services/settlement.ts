import type { Transaction } from 'kysely'
import { findPerformancesToSettle, lockClaimants, lockPendingClaims, markSettled } from '#server/store/settlement.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { creditClaim } from './creditClaim.ts'
import { expirePoints } from './points.ts'

/** A performance whose settlement failed. Nothing about it has changed, and the next run retries it. */
export interface FailedSettlement {
  id: string
  error: unknown
}

export interface Settlement {
  /** How many performances this run settled. */
  performances: number
  /** How many pending claims it credited, and with how many points in total. */
  claims: number
  points: number
  /** How many expired points it booked out. */
  expired: number
  failures: FailedSettlement[]
}

/** Settles one performance. Resolves to null when another run has settled it. */
async function settlePerformance(
  db: Transaction<Database>,
  performanceId: string,
  now: Date,
  expiryMonths: number | null,
): Promise<Pick<Settlement, 'claims' | 'points'> | null> {
  // Members before the performance, as scans lock them. A scan in between can still deadlock with this; the transaction is retried.
  await lockClaimants(db, performanceId)
  if (!(await markSettled(db, performanceId, now))) return null
  const pending = await lockPendingClaims(db, performanceId)
  let points = 0
  for (const claim of pending) points += await creditClaim(db, claim, now, expiryMonths)
  return { claims: pending.length, points }
}

async function settleEndedPerformances(
  db: ConnectionPool,
  now: Date,
  expiryMonths: number | null,
): Promise<Omit<Settlement, 'expired'>> {
  const total = { performances: 0, claims: 0, points: 0 }
  const failures: FailedSettlement[] = []
  for (const id of await findPerformancesToSettle(db, now)) {
    try {
      const settled = await inTransaction(db, (transaction) => settlePerformance(transaction, id, now, expiryMonths))
      if (!settled) continue
      total.performances += 1
      total.claims += settled.claims
      total.points += settled.points
    } catch (error) {
      failures.push({ id, error })
    }
  }
  return { ...total, failures }
}

/**
 * Settles performances that have ended, so that their pending claims get their points, and books out expired points. Uses one
 * transaction per performance: a failure holds up no other. Safe to run at any time, also concurrently.
 *
 * @param pointsExpiryMonths months after which points given now expire, null when they never do
 */
export async function settle(options: {
  db: ConnectionPool
  now: Date
  pointsExpiryMonths: number | null
}): Promise<Settlement> {
  const { db, now, pointsExpiryMonths } = options
  const settled = await settleEndedPerformances(db, now, pointsExpiryMonths)
  return { ...settled, expired: await expirePoints(db, now) }
}
