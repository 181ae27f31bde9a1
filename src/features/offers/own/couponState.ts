import type { Coupon, RedeemedItem } from '#contract/spending/redeemedItems.ts'

/** Whether a voucher can still be used; `at` (ISO 8601): since when not, or until when. */
export type CouponState =
  | { kind: 'used' | 'expired'; at: string }
  /** `at` is null if it never expires. */
  | { kind: 'valid'; at: string | null }

/** @param now milliseconds since 1970 */
export function couponStateOf({ used_at: usedAt, expires_at: expiresAt }: Coupon, now: number): CouponState {
  if (usedAt !== null) return { kind: 'used', at: usedAt }
  if (expiresAt !== null && Date.parse(expiresAt) < now) return { kind: 'expired', at: expiresAt }
  return { kind: 'valid', at: expiresAt }
}

/**
 * Redemptions with a voucher that can still be used, and all others, each in the order given.
 *
 * @param now milliseconds since 1970
 */
export function groupByUse(
  items: readonly RedeemedItem[],
  now: number,
): { usable: RedeemedItem[]; others: RedeemedItem[] } {
  const isUsable = ({ couponArr }: RedeemedItem) =>
    couponArr.some((coupon) => couponStateOf(coupon, now).kind === 'valid')
  return { usable: items.filter(isUsable), others: items.filter((item) => !isUsable(item)) }
}
