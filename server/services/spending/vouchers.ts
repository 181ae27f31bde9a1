import { normalizeCode } from '#contract/spending/voucherCode.ts'
import type { ActingPool, ActingTransaction } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { findLastAct } from '#server/store/staffActs.ts'
import { recordAct } from '../acts.ts'
import { lockVoucher, setVoucherUsed, type VoucherRow } from '#server/store/spending/vouchers.ts'

/** A voucher that staff mark. */
interface VoucherMark {
  /** However it is written. */
  code: string
  isUsed: boolean
  /** Whether one that has expired is taken. */
  takesExpired: boolean
  /** Whose marks may be taken back: any; or those of whoever does it, made after this moment. */
  undoes: 'any' | { madeAfter: Date }
  now: Date
}

/** What became of it; everything but `marked` has changed nothing. `unchanged`: it was used, or unused, already. */
type MarkedVoucher =
  | { kind: 'unknown' }
  | { kind: 'marked' | 'unchanged' | 'void' | 'expired' | 'not_yours'; voucher: VoucherRow }

/** Whether whoever does this has marked the voucher, after a moment. */
async function isOwnMark(
  db: ActingTransaction,
  voucherId: string,
  { madeAfter }: { madeAfter: Date },
): Promise<boolean> {
  const last = await findLastAct(db, { kind: 'voucher', id: voucherId }, ['voucher_use'])
  return last !== null && last.actor === db.actor.name && last.at > madeAfter
}

/** Marks a voucher as used, once, or as unused again. */
export function markVoucher(db: ActingPool, mark: VoucherMark): Promise<MarkedVoucher> {
  const { isUsed, takesExpired, undoes, now } = mark
  return inTransaction(db, async (transaction) => {
    const voucher = await lockVoucher(transaction, normalizeCode(mark.code))
    if (!voucher) return { kind: 'unknown' }
    if (isUsed === (voucher.usedAt !== null)) return { kind: 'unchanged', voucher }
    if (isUsed && voucher.voidAt !== null) return { kind: 'void', voucher }
    const hasExpired = voucher.expiresAt !== null && voucher.expiresAt < now
    if (isUsed && hasExpired && !takesExpired) return { kind: 'expired', voucher }
    if (!isUsed && undoes !== 'any' && !(await isOwnMark(transaction, voucher.id, undoes)))
      return { kind: 'not_yours', voucher }
    const { id, usedAt, refNo, memberId } = voucher
    await setVoucherUsed(transaction, id, isUsed ? now : null)
    await recordAct(transaction, {
      action: isUsed ? 'voucher_use' : 'voucher_unuse',
      subject: { kind: 'voucher', id },
      memberId,
      before: { used_at: usedAt },
      after: { used_at: isUsed ? now : null, redemption: refNo },
    })
    return { kind: 'marked', voucher }
  })
}
