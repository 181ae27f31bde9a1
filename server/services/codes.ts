import { randomBytes } from 'node:crypto'
import { formatCode } from '#server/domain/vouchers.ts'

/** A reference that a member quotes to the club: 40 bits, and unique by constraint. */
export function newReference(): string {
  return formatCode(randomBytes(8))
}

/** The code of a voucher: 60 bits, which nobody guesses. */
export function newVoucherCode(): string {
  return formatCode(randomBytes(12))
}
