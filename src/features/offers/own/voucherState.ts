import type { Coupon, RedeemedItem } from '#contract/spending/redeemedItems.ts'

/** Whether a voucher can still be used; `at` (ISO 8601): since when not, or until when. */
export type VoucherState =
  | { kind: 'used' | 'expired'; at: string }
  /** `at` is null if it never expires. */
  | { kind: 'valid'; at: string | null }

/** @param now milliseconds since 1970 */
export function voucherStateOf({ used_at: usedAt, expires_at: expiresAt }: Coupon, now: number): VoucherState {
  if (usedAt !== null) return { kind: 'used', at: usedAt }
  if (expiresAt !== null && Date.parse(expiresAt) < now) return { kind: 'expired', at: expiresAt }
  return { kind: 'valid', at: expiresAt }
}

/**
 * The vouchers that can still be used, of all redemptions: a redemption may have several.
 *
 * @param now milliseconds since 1970
 */
export function usableVouchers(items: readonly RedeemedItem[], now: number): Coupon[] {
  return items.flatMap(({ couponArr }) => couponArr).filter((voucher) => voucherStateOf(voucher, now).kind === 'valid')
}

/** Redemptions, each group in the order given. */
interface ByUse {
  /** With a voucher that can still be used. */
  usable: RedeemedItem[]
  /** Without vouchers. */
  others: RedeemedItem[]
  /** With vouchers that are all used or expired. */
  over: RedeemedItem[]
}

/** @param now milliseconds since 1970 */
export function groupByUse(items: readonly RedeemedItem[], now: number): ByUse {
  const isUsable = (item: RedeemedItem) => usableVouchers([item], now).length > 0
  return {
    usable: items.filter(isUsable),
    others: items.filter(({ couponArr }) => couponArr.length === 0),
    over: items.filter((item) => item.couponArr.length > 0 && !isUsable(item)),
  }
}
