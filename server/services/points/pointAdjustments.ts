import type { TransactionCode } from '#contract/member/points.ts'
import type { Undo } from '#contract/staff/schemas.ts'
import { type AdjustmentKind, correctionText } from '#contract/staff/members.ts'
import { availablePoints, expiryOf, spend } from '#server/domain/ledger.ts'
import { sha256 } from '#server/store/hash.ts'
import { addDebits, type Cause, findBuckets, type PointBucket } from '#server/store/points/ledger.ts'
import { findMemberByReference, lockMember, type MemberRow } from '#server/store/members/members.ts'
import {
  addAdjustment,
  findAdjustment,
  findBucketOf,
  findDebitsOf,
  undoReference,
} from '#server/store/points/pointAdjustments.ts'
import type { ActingPool, ActingTransaction } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { type Inverse, recordUndoableAct } from '../acts.ts'
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
  | { kind: 'adjusted'; member: MemberRow; before: number; after: number; parts: AdjustedPart[]; undo: Undo | null }

/**
 * The same words for the same member are the same adjustment: the ledger takes each cause once. One that was undone may
 * be made anew, under a reference of its own. Resolves to when it was made, or to the reference of one to make.
 */
async function findCause(
  db: ActingTransaction,
  { kind, points, type, reason }: Adjustment,
  memberId: string,
): Promise<{ at: Date } | { reference: string }> {
  const words = `operator ${sha256(JSON.stringify([memberId, kind, points, type, reason]))}`
  let reference = words
  for (;;) {
    const made = await findAdjustment(db, { code: type, reference })
    if (made === null) return { reference }
    if (!made.isUndone) return { at: made.at }
    reference = `${words} after ${made.actId}`
  }
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
  reference: string
  /** The member's points before and after it. */
  before: number
  after: number
}

async function book(db: ActingTransaction, adjustment: Adjustment, booking: Booking): Promise<Undo> {
  const { memberId, reference, before, after } = booking
  const { kind, points, type: code, reason, pointsExpiryMonths, now } = adjustment
  const cause = { memberId, code, reference, now }
  const entryId =
    kind === 'grant'
      ? await givePoints(db, cause, points, expiryOf(now, pointsExpiryMonths))
      : await takeCountedPoints(db, cause, points)
  await addAdjustment(db, { entryId, reason })
  return recordUndoableAct(db, {
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
  const { kind, points, isDryRun, now } = adjustment
  return inTransaction(db, async (transaction) => {
    const found = await findMemberByReference(transaction, adjustment.member)
    if (!found) return { kind: 'unknown_member' }
    const member = await lockMember(transaction, found.id)
    if (!member.active) return { kind: 'closed' }
    const cause = await findCause(transaction, adjustment, member.id)
    if ('at' in cause) return { kind: 'repeated', at: cause.at }
    const buckets = await findBuckets(transaction, member.id)
    const before = availablePoints(buckets, now)
    const parts = partsOf(adjustment, buckets)
    if (parts === null) return { kind: 'short', available: before }
    const after = before + (kind === 'grant' ? points : -points)
    const booking = { memberId: member.id, ...cause, before, after }
    const undo = isDryRun ? null : await book(transaction, adjustment, booking)
    return { kind: 'adjusted', member, before, after, parts, undo }
  })
}

const causeOf = (actId: string, memberId: string, now: Date): Cause => ({
  memberId,
  code: 'Return/Refund/Exchange' satisfies TransactionCode,
  reference: undoReference(actId),
  description: correctionText,
  now,
})

/** Takes points back that were given: the very same, or none where the member has spent some of them. */
export const takePointsBack: Inverse = async (db, { id, subjectId, memberId }, now) => {
  if (memberId === null || !(await lockMember(db, memberId)).active) return 'changed'
  const bucket = await findBucketOf(db, subjectId)
  if (!bucket) return 'changed'
  if (bucket.remaining < bucket.earned) return 'spent'
  await addDebits(db, causeOf(id, memberId, now), [{ bucketId: bucket.id, amount: bucket.earned }])
  return 'undone'
}

/** Gives points back that were taken, with the days on which they expire: an entry for each of these. */
export const givePointsBack: Inverse = async (db, { id, subjectId, memberId }, now) => {
  if (memberId === null || !(await lockMember(db, memberId)).active) return 'changed'
  const cause = causeOf(id, memberId, now)
  for (const { bucketId, amount, expiresAt } of await findDebitsOf(db, subjectId))
    await givePoints(db, { ...cause, reference: `${cause.reference} ${bucketId}` }, amount, expiresAt)
  return 'undone'
}
