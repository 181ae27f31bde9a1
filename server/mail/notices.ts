import type { LocalizedText } from '#contract/language.ts'
import type { GaugeLevels } from '#contract/member/member.ts'
import type { HigherTier, MeasuredTier, Tier } from '#contract/member/tiers.ts'

/**
 * What the reader of an address is told about an account. The address is `email`, the new one `newEmail`; `code` proves
 * it where it was asked for; `by` is who invites.
 */
export type AccountNotice =
  | {
      kind: 'account_exists' | 'new_address' | 'password_forgotten' | 'password_changed'
      email: string
    }
  | { kind: 'address_unproved'; email: string; code: string | null }
  | { kind: 'address_changed'; newEmail: string }
  | { kind: 'address_corrected' }
  | { kind: 'account_closed'; closesAt: Date; wasStaff: boolean }
  | { kind: 'passkey_added' | 'staff_passkey_added'; name: string }
  | { kind: 'staff_invited'; by: string }

/** What was paid for: a tier with its last moment, or an application to the young audience scheme. */
export interface PaymentNotice {
  kind: 'payment_received'
  bought: { tier: MeasuredTier; end: Date } | 'youth'
  dollars: number
  paidAt: Date
  /** The club's reference, and the gateway's. */
  orderRef: string
  payRef: string
}

/**
 * A redemption. `place`: where it is collected, as the club says it; `address`: where it is sent, one line each;
 * without both it is a voucher to be shown.
 */
export interface RedemptionNotice {
  kind: 'reward_redeemed'
  name: LocalizedText
  quantity: number
  points: number
  refNo: string
  place: LocalizedText | null
  address: readonly string[] | null
  vouchers: readonly { code: string; expiresAt: Date | null }[]
}

/** A parcel that is sent. `name`: null once the club has no such reward; `tracking`: what the carrier calls it. */
export interface ParcelNotice {
  kind: 'reward_sent'
  name: LocalizedText | null
  quantity: number
  refNo: string
  tracking: string | null
  sentAt: Date
}

/** A conversion: made, or told to the airline, which may have given it a reference of its own. */
export type MilesNotice = {
  miles: number
  points: number
  refNo: string
  membershipNumber: string
} & ({ kind: 'miles_converted' } | { kind: 'miles_sent'; sentAt: Date; airlineReference: string | null })

/** When and where an event takes place, as far as it is known. */
export interface TimeAndPlace {
  startsAt: Date | null
  venue: LocalizedText
}

/**
 * A registration, of which the member is told. `eventId`: the event's for calendars; `revision`: how many mails
 * about the event came before, by which a calendar takes the newest. `plan`: as it is; of an event that is withdrawn,
 * as the member was told it. `keepsPlaces`: by another registration.
 * `reason`: why the club has cancelled it; null: the member has.
 */
export type EventNotice = {
  eventId: string
  alias: string
  name: LocalizedText
  revision: number
  quantity: number
  refNo: string
  plan: TimeAndPlace
} & (
  | { kind: 'event_registered' | 'event_waiting' | 'event_promoted' | 'event_reminder' }
  | { kind: 'event_cancelled'; keepsPlaces: boolean; reason: string | null }
  | { kind: 'event_changed'; isWaiting: boolean; before: TimeAndPlace }
  | { kind: 'event_withdrawn' | 'event_restored'; isWaiting: boolean }
)

/** What is lost soon if it isn't used. The number is that of the days before, at which it is told. */
export type ExpiryNotice =
  | { kind: 'points_expire_30' | 'points_expire_7'; parts: readonly { points: number; expiresAt: Date }[] }
  | {
      kind: 'vouchers_expire_30' | 'vouchers_expire_7'
      vouchers: readonly { name: LocalizedText | null; code: string; expiresAt: Date }[]
    }

/**
 * What a member is told. `end`: the last moment of a tier or an approval; `next`: the tier after it; `from`: that
 * before; `keptAt`: what the year has to bring, in one of its measures, for the tier to go on; `isEarned`: by the past
 * year's concerts. `reason`: staff's words. `memberNo`: that of the old programme, whose address is told.
 */
export type MemberNotice =
  | { kind: 'tier_reached'; tier: MeasuredTier; end: Date }
  | { kind: 'tier_given'; tier: HigherTier; end: Date | null }
  | { kind: 'tier_ended'; tier: HigherTier; end: Date }
  | { kind: 'tier_ending'; tier: MeasuredTier; next: Tier; end: Date; keptAt: GaugeLevels }
  | { kind: 'tier_renewed'; from: MeasuredTier; tier: Tier; end: Date | null; isEarned: boolean }
  | { kind: 'youth_approved' | 'youth_ended'; end: Date }
  | { kind: 'youth_rejected'; reason: string }
  | { kind: 'membership_taken_over'; memberNo: string }
  | { kind: 'member_suspended' | 'suspension_lifted'; reason: string }
  | { kind: 'name_corrected'; first_name: string; last_name: string; chinese_name: string }
  | PaymentNotice
  | RedemptionNotice
  | ParcelNotice
  | MilesNotice
  | EventNotice
  | ExpiryNotice

export type Notice = AccountNotice | MemberNotice
