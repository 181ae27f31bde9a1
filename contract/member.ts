import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { LocalizedText } from './language.ts'
import { lenient } from './lenient.ts'

/** A text that may be absent; older records hold the text "null" instead (specification section 3). */
const MaybeText = v.pipe(
  v.nullish(v.string(), null),
  v.transform((text) => (text === null || text === 'null' ? null : text)),
)

export const tiers = ['Black', 'Red', 'Gold', 'Diamond'] as const
/** Black is displayed as Basic. */
export const Tier = v.picklist(tiers)
export type Tier = v.InferOutput<typeof Tier>

export const profileTypes = [
  'default',
  'submitted',
  'existing',
  'free',
  'red',
  'sc',
  'ya',
  'free-tier-upgrade',
] as const
export const youthStatuses = ['N/A', 'Pending Payment', 'Pending Approval', 'Approved', 'Rejected', 'Expired'] as const

/** The codes of point transactions that the product itself writes (specification section 3, enumerations). */
export const transactionCodes = [
  'Completed Profile',
  'Scan ticket',
  'Reward Redemption',
  'Asia Miles Redemption',
  'Bulk Import',
  'Return/Refund/Exchange',
  'Points Expired',
] as const

/** One entry of the ledger. `delta_balance` in points; `ticket_no` names the ticket that a scan's points came from. */
export const PointTransaction = v.object({
  id: v.string(),
  created_at: v.string(),
  description: v.union([v.picklist(transactionCodes), LocalizedText, v.string()]),
  delta_balance: v.number(),
  ticket_no: v.nullish(v.string(), null),
})
export type PointTransaction = v.InferOutput<typeof PointTransaction>

/** Points that expire together. `remaining` is between 0 and `earned`; `expires_at` is null where points do not expire. */
export const PointBucket = v.object({
  id: v.string(),
  earned: v.number(),
  remaining: v.number(),
  expires_at: v.nullable(v.string()),
})
export type PointBucket = v.InferOutput<typeof PointBucket>

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * What the member has reached in this membership year (from 1 September) and what the next tier asks for: tickets, different programmes,
 * points earned by tickets.
 */
export const UpgradeProgress = v.object({
  annualTicket: Count,
  nextUpgradeTicketsPurchased: Count,
  annualNumberOfProgramSynonyms: Count,
  nextUpgradeProgramSynonyms: Count,
  totalAnnualEarnedPoint: Count,
  nextUpgradeTicketSpend: Count,
})
export type UpgradeProgress = v.InferOutput<typeof UpgradeProgress>

/** The member's profile (specification section 3). Later flows add the fields they edit. */
export const MemberProfile = v.object({
  id: v.string(),
  email: v.string(),
  email_verified: v.boolean(),
  salutations: MaybeText,
  first_name: MaybeText,
  last_name: MaybeText,
  chinese_name: MaybeText,
  dob: MaybeText,
  gender: MaybeText,
  country_code: MaybeText,
  mobile: MaybeText,
  member_no: MaybeText,
  membership_tier: Tier,
  membership_since: MaybeText,
  tier_expiry_date: MaybeText,
  available_points: v.number(),
  is_profile_completed: v.boolean(),
  is_submitted_profile: v.picklist(profileTypes),
  ya_status: v.picklist(youthStatuses),
  preferred_lang: v.picklist(['en', 'tc']),
  receive_email_promotion: v.boolean(),
  upgrade_progress: lenient(UpgradeProgress),
  /** The picture of the member's card: an address of this website. Null where there is none. */
  membership_card: lenient(v.object({ path: v.pipe(v.string(), v.regex(/^\/(?!\/)/)) })),
})
export type MemberProfile = v.InferOutput<typeof MemberProfile>

/** How many of a member's newest point transactions `User` holds at most. */
export const maxTransactions = 100

export const User = v.object({
  /** This backend's own: the specification's answer lacks it. */
  id: v.optional(v.string()),
  email: v.string(),
  member_profile: MemberProfile,
  availablePoints: v.number(),
  point_buckets: v.array(PointBucket),
  /** Newest first, at most `maxTransactions`. */
  point_transactions: v.array(PointTransaction),
})
export type User = v.InferOutput<typeof User>

const Empty = v.object({})

export const me = endpoint({
  method: 'GET',
  path: '/api/{product}/users/me',
  access: 'member',
  request: Empty,
  answer: v.object({ user: User }),
  offline: 'member',
})

/** Marks the profile's email as verified, if the `id_token` of the member's last sign-in said so. */
export const emailVerified = endpoint({
  method: 'POST',
  path: '/api/{product}/users/email-verified',
  access: 'member',
  request: Empty,
  answer: v.object({ success: v.boolean() }),
})

/** The values at which each of the three gauges is full. */
export const gaugeLevels = endpoint({
  method: 'GET',
  path: '/api/{product}/get-gauge-levels',
  access: 'member',
  request: Empty,
  answer: v.object({ fullTicketPurchased: Count, fullSynonyms: Count, fullEarnedPoint: Count }),
})
