/**
 * `npm run settle`: settles the performances that have ended, beside a running server or without one, and prints what it did. It
 * ends with 1 where a performance could not be settled, after the others. The server does the same by itself every few minutes
 * (`SETTLE_MINUTES`).
 */
import type { Kysely } from 'kysely'
import { readConfig } from '#server/config.ts'
import { StartError } from '#server/startError.ts'
import { DatabaseStartError, reasonOf } from '#server/database/databaseStartError.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { expireDue } from '#server/store/ledger.ts'
import { settleDue, type UnsettledPerformance } from '#server/services/settlement.ts'
import { createStore, migrate } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'

export interface Settlement {
  /** Performances settled now. */
  performances: number
  /** Pending claims that became points, and how many points. */
  claims: number
  points: number
  /** Points that had expired and are booked out. */
  expired: number
  /** Performances that could not be settled. */
  failures: UnsettledPerformance[]
}

/**
 * Does what time asks for: settles performances that have ended, and books out points that have expired. Safe at any time, as
 * often as one likes, also at once with itself.
 *
 * @param pointsExpiryMonths months after which points that are given now expire, null where they do not
 */
export async function settle(options: {
  db: Kysely<Database>
  now: Date
  pointsExpiryMonths: number | null
}): Promise<Settlement> {
  const { db, now, pointsExpiryMonths } = options
  const settled = await settleDue(db, now, pointsExpiryMonths)
  return { ...settled, expired: await expireDue(db, now) }
}

/** What was done, in a sentence for the operator. */
export function describeSettlement({ performances, claims, points, expired, failures }: Settlement): string {
  const expiry = expired > 0 ? ` ${expired} points have expired.` : ''
  if (performances === 0) {
    const nothing = failures.length === 0 ? 'There was no performance to settle.' : 'No performance was settled.'
    return nothing + expiry
  }
  return `Performances settled: ${performances}. Pending tickets credited: ${claims}. Points given: ${points}.${expiry}`
}

/** What was not done, in a sentence for the operator. */
export function describeFailure({ id, error }: UnsettledPerformance): string {
  return `The performance ${id} could not be settled, and its tickets stay pending: ${reasonOf(error)}`
}

async function runCommand(): Promise<void> {
  const { dataDir, databaseUrl, pointsExpiryMonths } = readConfig(process.env)
  const database = await openDatabase({ dataDir, databaseUrl, role: 'command', log: console.error })
  try {
    const { db, close } = createStore({ url: database.url, log: console.error, connections: 2 })
    try {
      await migrate(db)
      const settlement = await settle({ db, now: new Date(), pointsExpiryMonths })
      console.log(describeSettlement(settlement))
      for (const failure of settlement.failures) console.error(describeFailure(failure))
      if (settlement.failures.length > 0) process.exitCode = 1
    } finally {
      await close()
    }
  } finally {
    await database.close()
  }
}

if (import.meta.main) {
  try {
    await runCommand()
  } catch (error) {
    if (!(error instanceof StartError || error instanceof DatabaseStartError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
