import { randomBytes } from 'node:crypto'
import { codeOf } from '#server/domain/redeeming.ts'

/** A reference that a member quotes to the club: 40 bits, and unique by constraint. */
export function newReference(): string {
  return codeOf(randomBytes(8))
}

/** The code of a voucher: 60 bits, which nobody guesses. */
export function newVoucherCode(): string {
  return codeOf(randomBytes(12))
}
