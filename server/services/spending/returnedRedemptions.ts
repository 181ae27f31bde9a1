import type { TransactionCode } from '#contract/member/points.ts'
import { availablePoints, expiryOf } from '#server/domain/ledger.ts'
import { findMember, lockMember } from '#server/store/members/members.ts'
import { findBuckets } from '#server/store/points/ledger.ts'
import { addAdjustment } from '#server/store/points/pointAdjustments.ts'
import { lockRedemption, returnRedemption } from '#server/store/spending/redemptions.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'
import { givePoints } from '../points/points.ts'

/** A redemption that staff give back. */
interface Returning {
  memberId: string
  refNo: string
  reason: string
  /** Months after which points given now expire, null when they never do. */
  pointsExpiryMonths: number | null
  now: Date
}

/**
 * What became of it; everything but `returned` has changed nothing. `used`: one of its vouchers was used. `sent`: its
 * parcel has been sent, and has not come back. `repeated`: it was given back before, at this time.
 */
type Returned =
  | { kind: 'unknown' | 'closed' | 'used' | 'sent' }
  | { kind: 'repeated'; at: Date }
  | { kind: 'returned'; points: number; after: number }

const code = 'Return/Refund/Exchange' satisfies TransactionCode

/**
 * Gives a redemption back, all or nothing, and once: gives its points back, which makes its vouchers void, and frees
 * its pieces. Locks the member, then the delivery and the vouchers, then the stock.
 */
export function giveRedemptionBack(db: ActingPool, returning: Returning): Promise<Returned> {
  const { memberId, refNo, reason, pointsExpiryMonths, now } = returning
  return inTransaction(db, async (transaction) => {
    if (!(await findMember(transaction, memberId))) return { kind: 'unknown' }
    const { active } = await lockMember(transaction, memberId)
    if (!active) return { kind: 'closed' }
    const redemption = await lockRedemption(transaction, { memberId, refNo })
    if (!redemption) return { kind: 'unknown' }
    const { points, vouchers, parcelState, returnedAt } = redemption
    if (returnedAt !== null) return { kind: 'repeated', at: returnedAt }
    if (vouchers.some((voucher) => voucher.used_at !== null)) return { kind: 'used' }
    if (parcelState === 'sent') return { kind: 'sent' }
    const before = availablePoints(await findBuckets(transaction, memberId), now)
    const after = before + points
    const cause = { memberId, code, reference: refNo, now }
    const entryId = await givePoints(transaction, cause, points, expiryOf(now, pointsExpiryMonths))
    await addAdjustment(transaction, { entryId, reason })
    await returnRedemption(transaction, redemption, entryId)
    await recordAct(transaction, {
      action: 'points_grant',
      subject: { kind: 'entry', id: entryId },
      memberId,
      before: { points: before },
      after: { points: after, redemption: refNo },
      reason,
    })
    return { kind: 'returned', points, after }
  })
}
