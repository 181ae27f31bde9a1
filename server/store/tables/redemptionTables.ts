import type { Generated, JSONColumnType } from 'kysely'
import type { DeliveryMethod } from '#contract/spending/deliveryMethods.ts'
import type { ParcelMark } from '#contract/spending/parcels.ts'
import type { NullableText, NullableTimestamp, Timestamp } from './columns.ts'

/** What there is of a reward in all, and how much of it was redeemed: never more (a check constraint). */
export interface RewardStockTable {
  /** The reward's key in the contents, which outlasts an import. */
  alias: string
  stock: number
  redeemed: Generated<number>
}

/** What a ledger entry redeemed. Append-only. */
export interface RedemptionsTable {
  transaction_id: string
  /** The reward's key in the contents. */
  reward_alias: string
  quantity: number
  /** What the member quotes to the club. */
  ref_no: string
}

/** A redemption that staff have given back, and the ledger entry that gave its points back. Append-only. */
export interface ReturnedRedemptionsTable {
  transaction_id: string
  entry_id: string
}

/** How a redemption is handed over. */
export interface DeliveriesTable {
  transaction_id: string
  method: DeliveryMethod | null
  /** The member's address lines at that time; null unless it goes by post, and once the account is deleted. */
  address: JSONColumnType<Record<string, string | null>> | null
}

/** Where a redemption is that goes by post; without a row it is ordered. */
export interface ParcelsTable {
  transaction_id: string
  state: ParcelMark
  changed_at: Timestamp
  /** What the carrier calls it; null also once the account is deleted. */
  tracking: NullableText
}

/** What a member shows for one piece. */
export interface VouchersTable {
  id: Generated<string>
  transaction_id: string
  code: string
  expires_at: NullableTimestamp
  used_at: NullableTimestamp
}

/**
 * Points that a ledger entry converted to airline miles, and whose account gets them: null once the member's account is
 * deleted.
 */
export interface MilesConversionsTable {
  transaction_id: string
  ref_no: string
  miles: number
  membership_no: string | null
  first_name: string | null
  last_name: string | null
  /** When staff told the airline of it, and what the airline calls it. */
  sent_at: NullableTimestamp
  airline_reference: NullableText
}
