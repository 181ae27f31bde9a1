import type { TransactionCode } from '#contract/member/points.ts'
import type { AdjustmentKind } from '#contract/staff/members.ts'
import { availablePoints, expiryOf, spend } from '#server/domain/ledger.ts'
import { sha256 } from '#server/store/hash.ts'
import { findBuckets, type PointBucket } from '#server/store/points/ledger.ts'
import { findMemberByReference, lockMember, type MemberRow } from '#server/store/members/members.ts'
import { addAdjustment, findEntryTime } from '#server/store/points/pointAdjustments.ts'
import type { ActingPool, ActingTransaction } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'
import { givePoints, takeCountedPoints } from './points.ts'

/** Points that staff give or take. */
export interface Adjustment {
  kind: AdjustmentKind
  /** Email address, member number or id. */
  member: string
  /** A whole number from 1 to `maxAdjustment`. */
  points: number
  type: TransactionCode
  reason: string
  /** Months after which points given now expire, null when they never do. */
  pointsExpiryMonths: number | null
  /** Finds out what would happen, and changes nothing. */
  isDryRun: boolean
  now: Date
}

/** Points of a bucket, taken or given, and when they expire; null when never. */
interface AdjustedPart {
  points: number
  expiresAt: Date | null
}

/**
 * What became of it; everything but `adjusted` has changed nothing. `repeated`: the same was done before, at this time.
 */
type Adjusted =
  | { kind: 'unknown_member' }
  | { kind: 'closed' }
  | { kind: 'short'; available: number }
  | { kind: 'repeated'; at: Date }
  | { kind: 'adjusted'; member: MemberRow; before: number; after: number; parts: AdjustedPart[] }

/** The same words for the same member are the same adjustment: the ledger takes each cause once. */
function referenceOf({ kind, points, type, reason }: Adjustment, memberId: string): string {
  return `operator ${sha256(JSON.stringify([memberId, kind, points, type, reason]))}`
}

function partsOf({ kind, points, pointsExpiryMonths, now }: Adjustment, buckets: readonly PointBucket[]) {
  if (kind === 'grant') return [{ points, expiresAt: expiryOf(now, pointsExpiryMonths) }]
  const spending = spend(buckets, points, now)
  if (spending.kind === 'short') return null
  return spending.debits.map(({ bucketId, amount }) => ({
    points: amount,
    expiresAt: buckets.find(({ id }) => id === bucketId)?.expiresAt ?? null,
  }))
}

interface Booking {
  memberId: string
  /** The member's points before and after it. */
  before: number
  after: number
}

async function book(db: ActingTransaction, adjustment: Adjustment, booking: Booking): Promise<void> {
  const { memberId, before, after } = booking
  const { kind, points, type: code, reason, pointsExpiryMonths, now } = adjustment
  const cause = { memberId, code, reference: referenceOf(adjustment, memberId), now }
  const entryId =
    kind === 'grant'
      ? await givePoints(db, cause, points, expiryOf(now, pointsExpiryMonths))
      : await takeCountedPoints(db, cause, points)
  await addAdjustment(db, { entryId, reason })
  await recordAct(db, {
    action: `points_${kind}`,
    subject: { kind: 'entry', id: entryId },
    memberId,
    before: { points: before },
    after: { points: after },
    reason,
  })
}

/** Gives or takes points for staff, all or nothing, and each adjustment once. Locks the member's row. */
export function adjustPoints(db: ActingPool, adjustment: Adjustment): Promise<Adjusted> {
  const { kind, points, type, isDryRun, now } = adjustment
  return inTransaction(db, async (transaction) => {
    const found = await findMemberByReference(transaction, adjustment.member)
    if (!found) return { kind: 'unknown_member' }
    const member = await lockMember(transaction, found.id)
    if (!member.active) return { kind: 'closed' }
    const at = await findEntryTime(transaction, { code: type, reference: referenceOf(adjustment, member.id) })
    if (at !== null) return { kind: 'repeated', at }
    const buckets = await findBuckets(transaction, member.id)
    const before = availablePoints(buckets, now)
    const parts = partsOf(adjustment, buckets)
    if (parts === null) return { kind: 'short', available: before }
    const after = before + (kind === 'grant' ? points : -points)
    if (!isDryRun) await book(transaction, adjustment, { memberId: member.id, before, after })
    return { kind: 'adjusted', member, before, after, parts }
  })
}
