import { endOfDayAfter, endOfDayAfterMonths } from '../hongKong.ts'

/** How long a voucher lasts, in days or months of Hong Kong's calendar. */
export interface VoucherValidity {
  count: number
  unit: 'days' | 'months'
}

/** The last moment of a voucher: the end of a Hong Kong day. */
export function voucherEndOf(redeemedAt: Date, { count, unit }: VoucherValidity): Date {
  const endOf = unit === 'days' ? endOfDayAfter : endOfDayAfterMonths
  return new Date(endOf(redeemedAt, count).getTime() - 1)
}
