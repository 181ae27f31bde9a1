import type { CounterVoucher } from '#contract/staff/counter.ts'
import type { FoundMember } from '#contract/staff/schemas.ts'
import { publishedRecords } from '#server/content/publishedContent.ts'
import { findMember } from '#server/store/members/members.ts'
import { findVouchersOf, type VoucherRow } from '#server/store/spending/vouchers.ts'
import { findLastAct } from '#server/store/staffActs.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import { recordLook } from '../acts.ts'
import { nameDoer } from './doneBy.ts'
import { toFoundMember } from './memberSearch.ts'

/** A voucher as the counter shows it, with who has marked it. */
export async function toCounterVoucher(db: ConnectionPool, voucher: VoucherRow): Promise<CounterVoucher> {
  const { rewards } = (await publishedRecords(db)).offers
  const { id, code, alias, refNo, expiresAt, usedAt, voidAt } = voucher
  const last = usedAt === null ? null : await findLastAct(db, { kind: 'voucher', id }, ['voucher_use'])
  return {
    id,
    code,
    alias,
    reward: rewards.find((reward) => reward.alias === alias)?.name ?? null,
    refNo,
    expiresAt: expiresAt?.toISOString() ?? null,
    // An older page, which knows no void ones, takes them for used.
    usedAt: (usedAt ?? voidAt)?.toISOString() ?? null,
    voidAt: voidAt?.toISOString() ?? null,
    used: await nameDoer(db, last),
  }
}

/**
 * A member at the counter with their vouchers: those that can be used first, by their end. Null when there is none. A
 * code is worth what its voucher is: only whoever may mark it reads it. The look is recorded.
 */
export async function readCounterMember(
  db: ActingPool,
  memberId: string,
  { showsCodes, now }: { showsCodes: boolean; now: Date },
): Promise<{ member: FoundMember; vouchers: CounterVoucher[] } | null> {
  const member = await findMember(db, memberId)
  if (!member) return null
  await recordLook(db, 'member_search', member.id)
  const vouchers: CounterVoucher[] = []
  for (const voucher of await findVouchersOf(db, memberId)) {
    const shown = await toCounterVoucher(db, voucher)
    vouchers.push(showsCodes ? shown : { ...shown, code: null })
  }
  return { member: await toFoundMember(db, member, now), vouchers }
}
