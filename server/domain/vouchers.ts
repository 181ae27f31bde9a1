import { type DeliveryMethod, deliveryMethods } from '#contract/spending/deliveryMethods.ts'
import { inGroupsOfFour } from '#contract/spending/voucherCode.ts'
import { endOfDayAfter, endOfDayAfterMonths } from '#contract/hongKong.ts'

/** How long a voucher lasts where its reward says nothing. */
const usualValidity = '12 months'

/** @param validity days or months, such as `60 days` or `3 months` (server/content/fields.ts) */
export function readValidity(validity: string): { count: number; unit: 'days' | 'months' } {
  const [count = '', unit = ''] = validity.split(' ')
  return { count: Number(count), unit: unit.startsWith('day') ? 'days' : 'months' }
}

/**
 * The last moment of a voucher: the end of a Hong Kong day.
 *
 * @param validity as in `readValidity`; null for the usual time
 */
export function voucherEndOf(redeemedAt: Date, validity: string | null): Date {
  const { count, unit } = readValidity(validity ?? usualValidity)
  const endOf = unit === 'days' ? endOfDayAfter : endOfDayAfterMonths
  return new Date(endOf(redeemedAt, count).getTime() - 1)
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
