import { type DeliveryMethod, deliveryMethods } from '#contract/spending/deliveryMethods.ts'
import { inGroupsOfFour } from '#contract/spending/voucherCode.ts'
import type { VoucherValidity } from '#contract/spending/voucherValidity.ts'

/** How long a voucher lasts where its reward says nothing. */
const usualValidity = '12 months'

/**
 * How long a reward's vouchers last.
 *
 * @param validity days or months, such as `60 days` or `3 months` (server/content/fields.ts); absent for the usual time
 */
export function readValidity(validity: string | null | undefined): VoucherValidity {
  const [count = '', unit = ''] = (validity ?? usualValidity).split(' ')
  return { count: Number(count), unit: unit.startsWith('day') ? 'days' : 'months' }
}

/** Whether a piece is shown as a voucher, rather than sent. */
export function hasVouchers(delivery: DeliveryMethod | null): boolean {
  return delivery === null || deliveryMethods[delivery].givesVoucher
}

/** Without letters and digits that people confuse. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code of groups of four characters, from random bytes, of which each gives a character. */
export function formatCode(bytes: Uint8Array): string {
  return inGroupsOfFour([...bytes].map((byte) => alphabet[byte % alphabet.length] ?? '').join(''))
}
