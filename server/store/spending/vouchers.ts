import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../tables.ts'

/** A voucher with what it is for, and whose it is. */
export interface VoucherRow {
  id: string
  code: string
  /** Its last moment; null when it has none. */
  expiresAt: Date | null
  usedAt: Date | null
  /** Since when it is void, because its redemption was given back; null: it is not. */
  voidAt: Date | null
  /** The reward's key in the contents. */
  alias: string
  refNo: string
  memberId: string
}

/** Locks a voucher until the transaction ends, and reads it; undefined when there is none with this code. */
export async function lockVoucher(db: Transaction<Database>, code: string): Promise<VoucherRow | undefined> {
  await sql`select id from vouchers where code = ${code} for no key update`.execute(db)
  return findVoucher(db, code)
}

const vouchers = (db: Kysely<Database>) =>
  db
    .selectFrom('vouchers')
    .innerJoin('redemptions', 'redemptions.transaction_id', 'vouchers.transaction_id')
    .innerJoin('point_transactions as entry', 'entry.id', 'vouchers.transaction_id')
    .leftJoin('returned_redemptions as returned', 'returned.transaction_id', 'vouchers.transaction_id')
    .leftJoin('point_transactions as refund', 'refund.id', 'returned.entry_id')
    .select(['vouchers.id', 'vouchers.code', 'vouchers.expires_at as expiresAt', 'vouchers.used_at as usedAt'])
    .select(['reward_alias as alias', 'ref_no as refNo', 'entry.member_id as memberId'])
    .select('refund.created_at as voidAt')

/** A voucher by its code, or undefined. */
export function findVoucher(db: Kysely<Database>, code: string): Promise<VoucherRow | undefined> {
  return vouchers(db).where('vouchers.code', '=', code).executeTakeFirst()
}

/**
 * A member's vouchers: those that are not used first, by their end; the used ones after them, the latest first; the
 * void ones last.
 */
export function findVouchersOf(db: Kysely<Database>, memberId: string): Promise<VoucherRow[]> {
  return vouchers(db)
    .where('entry.member_id', '=', memberId)
    .orderBy('refund.created_at', (order) => order.desc().nullsFirst())
    .orderBy('vouchers.used_at', (order) => order.desc().nullsFirst())
    .orderBy('vouchers.expires_at', (order) => order.asc().nullsLast())
    .orderBy('vouchers.code')
    .execute()
}

/** Marks a voucher as used then, or as unused (null). */
export async function setVoucherUsed(db: Transaction<Database>, id: string, usedAt: Date | null): Promise<void> {
  await db.updateTable('vouchers').set({ used_at: usedAt }).where('id', '=', id).execute()
}
