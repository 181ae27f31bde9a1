import type { Generated } from 'kysely'
import type { HigherTier } from '#contract/member/tiers.ts'
import type { Timestamp } from './columns.ts'

/** What a membership was given for. */
export type MembershipSource =
  | 'payment'
  | 'sc'
  | 'free_tier_upgrade'
  | 'existing'
  | 'operator'
  | 'spend'
  | 'measure'
  | 'renewal'

/** Why a member got a tier. `source` and `reference` are unique together, so that each cause gives one. Append-only. */
export interface MembershipsTable {
  id: Generated<string>
  member_id: string
  tier: HigherTier
  source: MembershipSource
  /**
   * The cause: a payment's PayRef, a token's hash, an old member's number, the number of the ticket that reached it,
   * the member and the first day of a renewal.
   */
  reference: string
  starts_at: Timestamp
  /** The tier's last moment; null for a tier without an end. */
  ends_at: Timestamp | null
}
