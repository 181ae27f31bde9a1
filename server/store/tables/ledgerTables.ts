import type { Generated, JSONColumnType } from 'kysely'
import type { LocalizedText } from '#contract/language.ts'
import type { Created, NullableTimestamp } from './columns.ts'

/**
 * The ledger, which a trigger keeps append-only. `code` and `reference` are unique together, so that each cause applies
 * once.
 */
export interface PointTransactionsTable {
  id: Generated<string>
  member_id: string
  created_at: Created
  code: string
  description: JSONColumnType<LocalizedText> | null
  delta_balance: number
  /** The cause, such as a scan's ticket number. */
  reference: string
}

/** Points that expire together. `remaining` between 0 and `earned` (a check constraint). */
export interface PointBucketsTable {
  id: Generated<string>
  member_id: string
  transaction_id: string
  earned: number
  remaining: number
  expires_at: NullableTimestamp
}

/** Why an operator has given or taken the points of a ledger entry. Append-only. */
export interface PointAdjustmentsTable {
  transaction_id: string
  reason: string
}

/** From what the entry of a ticket's bonus was computed; null where it came otherwise. Append-only. */
export interface TicketBonusesTable {
  transaction_id: string
  ticket_no: string | null
  factor: number | null
}

/** What a ledger entry took from each bucket; sums to the entry. Append-only. */
export interface PointBucketDebitsTable {
  transaction_id: string
  bucket_id: string
  amount: number
}
