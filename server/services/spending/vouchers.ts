import { normalizeCode } from '#server/domain/vouchers.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { lockVoucher, setVoucherUsed, type VoucherRow } from '#server/store/spending/vouchers.ts'

/** A voucher that an operator marks. */
export interface VoucherMark {
  /** However it is written. */
  code: string
  isUsed: boolean
  /** Whether one that has expired is taken. */
  takesExpired: boolean
  /** Finds out what would happen, and changes nothing. */
  isDryRun: boolean
  now: Date
}

/** What became of it; everything but `marked` has changed nothing. `unchanged`: it was used, or unused, already. */
export type MarkedVoucher = { kind: 'unknown' } | { kind: 'marked' | 'unchanged' | 'expired'; voucher: VoucherRow }

/** Marks a voucher as used, once, or as unused again. */
export function markVoucher(db: ConnectionPool, mark: VoucherMark): Promise<MarkedVoucher> {
  const { isUsed, takesExpired, isDryRun, now } = mark
  return inTransaction(db, async (transaction) => {
    const voucher = await lockVoucher(transaction, normalizeCode(mark.code))
    if (!voucher) return { kind: 'unknown' }
    if (isUsed === (voucher.usedAt !== null)) return { kind: 'unchanged', voucher }
    const hasExpired = voucher.expiresAt !== null && voucher.expiresAt < now
    if (isUsed && hasExpired && !takesExpired) return { kind: 'expired', voucher }
    if (!isDryRun) await setVoucherUsed(transaction, voucher.id, isUsed ? now : null)
    return { kind: 'marked', voucher }
  })
}
