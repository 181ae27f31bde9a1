import type { NotifyMember } from '#server/mail/memberMails.ts'
import { findPerformancesToSettle, lockPendingClaims, markSettled } from '#server/store/points/settlement.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct, taskActor } from '../acts.ts'
import { readEarningRules } from '../contents.ts'
import { attemptEach, type Failure } from '../attemptEach.ts'
import { creditClaims, type CreditRules } from './creditClaims.ts'
import { expirePoints } from '../points/points.ts'
import { upgradeSettled } from '../membership/measureUpgrades.ts'

/** Claims per transaction: few enough for a transaction of some hundredths of a second. */
export const settlementBatch = 500

/** The club's own task, which gives tiers by what a settlement has credited. */
export const settlementTask = 'Settling performances and expiring points'

const stepNames = ['settling', 'expiring', 'upgrading'] as const

/** What failed for a performance (`settling`) or a member. The next run tries it again. */
export interface FailedSettlement extends Failure {
  step: (typeof stepNames)[number]
}

/** What was credited. */
interface Credited {
  /** How many performances were settled. */
  performances: number
  /** How many pending claims were credited, and with how many points in total. */
  claims: number
  points: number
}

/** What a run has done. */
export interface Settlement extends Credited {
  /** How many expired points it booked out. */
  expired: number
  /** How many members it gave a higher tier by their concerts. */
  upgraded: number
  failures: FailedSettlement[]
}

/** What a run needs to know, and what limits it. */
export interface SettlementOptions {
  db: ActingPool
  now: Date
  /** Months after which points given now expire, null when they never do. */
  pointsExpiryMonths: number | null
  notify: NotifyMember
  /** Once aborted, the run leaves further batches of a performance to the next run. */
  signal?: AbortSignal
}

type CreditOptions = SettlementOptions & CreditRules

/**
 * Credits the next pending claims of a settled performance, after a ticket number. `last` is null when there are no
 * more.
 */
function creditBatch({ db, ...rules }: CreditOptions, performanceId: string, after: string) {
  return inTransaction(db, async (transaction) => {
    const claims = await lockPendingClaims(transaction, { performanceId, after, limit: settlementBatch })
    const last = claims.length < settlementBatch ? null : (claims.at(-1)?.ticketNo ?? null)
    const points = claims.length === 0 ? 0 : await creditClaims(transaction, claims, rules)
    return { claims: claims.length, points, last }
  })
}

/**
 * Settles one performance. First it is marked, so that no pending claim is added any more; then the pending ones are
 * credited in batches, each in a transaction of its own. A run that ends in between leaves nothing half done, and the
 * next one goes on.
 */
async function settlePerformance(options: CreditOptions, id: string, total: Credited): Promise<void> {
  const { db, now, signal } = options
  const isMarked = await inTransaction(db, async (transaction) => {
    if (!(await markSettled(transaction, id, now))) return false
    const subject = { kind: 'performance', id } as const
    await recordAct(transaction, { action: 'performance_settle', subject, memberId: null })
    return true
  })
  if (isMarked) total.performances += 1
  let after: string | null = ''
  while (after !== null) {
    const batch: Awaited<ReturnType<typeof creditBatch>> = await creditBatch(options, id, after)
    total.claims += batch.claims
    total.points += batch.points
    after = signal?.aborted ? null : batch.last
  }
}

/** Settles some performances; one that fails holds up no other. */
async function creditAll(
  options: CreditOptions,
  performanceIds: readonly string[],
): Promise<{ credited: Credited; failures: Failure[] }> {
  const credited: Credited = { performances: 0, claims: 0, points: 0 }
  const { failures } = await attemptEach(performanceIds, async (id) => {
    await settlePerformance(options, id, credited)
    return true
  })
  return { credited, failures }
}

/**
 * Settles performances that have ended, so that their pending claims get their points, upgrades members by what that
 * has credited, and books out expired points. A failure holds up no other performance or member. Safe to run at any
 * time, also concurrently; scans go on meanwhile.
 */
export async function settle(options: SettlementOptions): Promise<Settlement> {
  const { db, now } = options
  const { bonusPeriods, levels } = await readEarningRules(db)
  const { credited, ...settling } = await creditAll(
    { ...options, bonusPeriods },
    await findPerformancesToSettle(db, now),
  )
  const expiring = await expirePoints(db, now)
  const upgrading = await upgradeSettled(db, { ...options, levels })
  const steps = { settling, expiring, upgrading }
  const failures = stepNames.flatMap((step) => steps[step].failures.map((failure) => ({ ...failure, step })))
  return { ...credited, expired: expiring.expired, upgraded: upgrading.upgraded, failures }
}

/**
 * Settles one performance that is over. That is the caller's act; the tiers that members have reached by it are given
 * by the club's own task, as they are without a settlement by hand.
 */
export async function settleOnly(
  options: SettlementOptions,
  performanceId: string,
): Promise<Credited & { upgraded: number; failures: Failure[] }> {
  const { db } = options
  const { bonusPeriods, levels } = await readEarningRules(db)
  const { credited, failures } = await creditAll({ ...options, bonusPeriods }, [performanceId])
  const { upgraded } = await upgradeSettled(db.actingAs(taskActor(settlementTask)), { ...options, levels })
  return { ...credited, upgraded, failures }
}
