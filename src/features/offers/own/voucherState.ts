import type { Coupon, RedeemedItem } from '#contract/spending/redeemedItems.ts'

/** Whether a voucher can still be used; `at` (ISO 8601): since when not, or until when. `void`: it was given back. */
export type VoucherState =
  | { kind: 'used' | 'expired' | 'void'; at: string }
  /** `at` is null if it never expires. */
  | { kind: 'valid'; at: string | null }

/**
 * The state of a voucher of a redemption.
 *
 * @param now milliseconds since 1970
 */
export function voucherStateOf(
  { used_at: usedAt, expires_at: expiresAt }: Coupon,
  { returned_at: returnedAt }: Pick<RedeemedItem, 'returned_at'>,
  now: number,
): VoucherState {
  if (returnedAt !== null) return { kind: 'void', at: returnedAt }
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
  return items.flatMap((item) =>
    item.couponArr.filter((voucher) => voucherStateOf(voucher, item, now).kind === 'valid'),
  )
}

/** Redemptions, each group in the order given. */
interface ByUse {
  /** With a voucher that can still be used. */
  usable: RedeemedItem[]
  /** Without vouchers, and not given back. */
  others: RedeemedItem[]
  /** Given back, or with vouchers that are all used or expired. */
  over: RedeemedItem[]
}

const hasNone = (item: RedeemedItem) => item.couponArr.length === 0 && item.returned_at === null

/** @param now milliseconds since 1970 */
export function groupByUse(items: readonly RedeemedItem[], now: number): ByUse {
  const isUsable = (item: RedeemedItem) => usableVouchers([item], now).length > 0
  return {
    usable: items.filter(isUsable),
    others: items.filter((item) => hasNone(item)),
    over: items.filter((item) => !hasNone(item) && !isUsable(item)),
  }
}
