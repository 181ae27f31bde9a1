import type { LocalizedText } from '#contract/language.ts'
import type { HigherTier } from '#contract/member/tiers.ts'

/** What the reader of an address is told about an account. The address is `email`, the new one `newEmail`. */
export type AccountNotice =
  | {
      kind: 'address_unproved' | 'account_exists' | 'new_address' | 'password_forgotten' | 'password_changed'
      email: string
    }
  | { kind: 'address_changed'; newEmail: string }
  | { kind: 'account_closed'; closesAt: Date }

/** A redemption, to be confirmed to the member. `codes`: those of its vouchers; none if it goes by post. */
export interface RedemptionNotice {
  kind: 'reward_redeemed'
  name: LocalizedText
  quantity: number
  points: number
  refNo: string
  codes: readonly string[]
}

/** A conversion, to be confirmed to the member. */
export interface MilesNotice {
  kind: 'miles_converted'
  miles: number
  points: number
  refNo: string
  membershipNumber: string
}

/** A registration, of which the member is told. */
export interface EventNotice {
  kind: 'event_registered' | 'event_waiting' | 'event_promoted'
  alias: string
  name: LocalizedText
  quantity: number
  refNo: string
}

/**
 * What a member is told. `end`: the last moment of a tier or an approval. `reason`: an operator's words. `memberNo`:
 * that of the old programme, whose address is told.
 */
export type MemberNotice =
  | { kind: 'tier_reached' | 'tier_ending' | 'tier_ended'; tier: HigherTier; end: Date }
  | { kind: 'youth_approved'; end: Date }
  | { kind: 'youth_rejected'; reason: string }
  | { kind: 'membership_taken_over'; memberNo: string }
  | RedemptionNotice
  | MilesNotice
  | EventNotice
