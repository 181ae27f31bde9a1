import * as v from 'valibot'
import { LocalizedText } from '#contract/language.ts'
import { endpoint } from '#contract/endpoint.ts'
import { DoneBy, FoundMember, MemberId, Moment } from './schemas.ts'

/**
 * A voucher at the counter. `code`: null for who may not mark it. `reward`: null once it's unknown. `used`: by whom it
 * was marked, where that is known. `voidAt`: since when it counts no more, because its redemption was given back.
 */
export const CounterVoucher = v.object({
  id: v.string(),
  code: v.nullable(v.string()),
  alias: v.string(),
  reward: v.nullable(LocalizedText),
  refNo: v.string(),
  expiresAt: v.nullable(Moment),
  usedAt: v.nullable(Moment),
  voidAt: v.nullish(Moment, null),
  used: v.nullable(DoneBy),
})
export type CounterVoucher = v.InferOutput<typeof CounterVoucher>

/** Vouchers that can be used come first. null: no such member. */
export const counterMember = endpoint({
  summary: 'Gets a member at the counter, with their vouchers',
  method: 'GET',
  path: '/api/staff/counter-member',
  access: { staff: 'member_search' },
  request: v.object({ memberId: MemberId }),
  answer: v.object({
    found: v.nullable(v.object({ member: FoundMember, vouchers: v.array(CounterVoucher) })),
  }),
})

/** For how many minutes whoever has marked a voucher may take the mark back. */
export const undoMinutes = 60

/**
 * A voucher is marked once. One's own mark can be taken back within `undoMinutes`, or any with the permission.
 * `unchanged`: it was so already, by whom and since when. `void`: its redemption was given back. `not_yours`: somebody
 * else has marked it, or too long ago.
 */
export const markVoucher = endpoint({
  summary: 'Marks a voucher as used, or takes the mark back',
  method: 'POST',
  path: '/api/staff/mark-voucher',
  access: { staff: 'voucher_mark' },
  request: v.object({
    code: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
    isUsed: v.boolean(),
    takesExpired: v.boolean(),
  }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('unknown') }),
    v.object({ kind: v.picklist(['marked', 'unchanged', 'void', 'expired', 'not_yours']), voucher: CounterVoucher }),
  ]),
})
