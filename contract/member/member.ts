import * as v from 'valibot'
import { recordOf } from '#contract/keysOf.ts'
import { profileTexts } from '#contract/registration/profileTable.ts'
import { Tier } from '#contract/member/tiers.ts'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { LocalizedText, preferredLanguages } from '#contract/language.ts'
import { lenient, lenientList, OptionalText } from '#contract/schemas/lenient.ts'

/** A text that may be absent; older records hold the text "null" instead (specification section 3). */
const ProfileText = v.pipe(
  OptionalText,
  v.transform((text) => (text === null || text === 'null' ? null : text)),
)

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

/**
 * One entry of the ledger. `description`: a known code (`contract/member/points.ts`), or a text. `delta_balance` in
 * points; `ticket_no` names the ticket that the points, or a bonus on them, came from, or that they went back with.
 */
export const PointTransaction = v.object({
  id: v.string(),
  created_at: v.string(),
  description: v.union([LocalizedText, v.string()]),
  delta_balance: v.number(),
  ticket_no: v.nullish(v.string(), null),
})
export type PointTransaction = v.InferOutput<typeof PointTransaction>

/**
 * Points that expire together. `remaining` is between 0 and `earned`; `expires_at` is null where points do not expire.
 */
export const PointBucket = v.object({
  id: v.string(),
  earned: v.number(),
  remaining: v.number(),
  expires_at: v.nullable(v.string()),
})
export type PointBucket = v.InferOutput<typeof PointBucket>

const spendPeriods = ['30_days', '12_months'] as const

/**
 * What the member has spent on tickets in the periods that end today, in Hong Kong dollars, of which each makes them
 * Gold by itself. `reached`: whether one of them has been full in this membership year.
 */
export const TicketSpend = v.object({
  reached: v.boolean(),
  periods: v.array(v.object({ period: v.picklist(spendPeriods), spent: v.number(), goal: v.number() })),
})
export type TicketSpend = v.InferOutput<typeof TicketSpend>

/**
 * What the member has reached in this membership year (from 1 September) and what the next tier asks for: tickets,
 * different programmes, points earned by tickets.
 */
export const UpgradeProgress = v.object({
  annualTicket: Count,
  nextUpgradeTicketsPurchased: Count,
  annualNumberOfProgramSynonyms: Count,
  nextUpgradeProgramSynonyms: Count,
  totalAnnualEarnedPoint: Count,
  nextUpgradeTicketSpend: Count,
  ticketSpend: lenient(TicketSpend),
})
export type UpgradeProgress = v.InferOutput<typeof UpgradeProgress>

/** The member's profile (specification section 3). */
export const MemberProfile = v.object({
  id: v.string(),
  email: v.string(),
  email_verified: v.boolean(),
  ...recordOf(profileTexts, () => ProfileText),
  member_no: ProfileText,
  membership_tier: Tier,
  membership_since: ProfileText,
  tier_expiry_date: ProfileText,
  available_points: v.number(),
  is_profile_completed: v.boolean(),
  is_submitted_profile: v.picklist(profileTypes),
  ya_status: v.picklist(youthStatuses),
  /** Why an application to the young audience scheme was rejected, in the operator's words. */
  ya_reason: ProfileText,
  /** The last moment of an approval. */
  ya_expiry_date: ProfileText,
  preferred_lang: v.picklist(preferredLanguages),
  receive_email_promotion: v.boolean(),
  upgrade_progress: lenient(UpgradeProgress),
  consent: v.fallback(v.boolean(), false),
  /** The ids of instruments in the static contents. */
  interest_id: lenientList(v.string()),
  /** At most one address, by `addressLines`, whose names only the page that shows them loads. */
  shipping_address_1: lenientList(v.object({ memberProfile: v.record(v.string(), ProfileText) })),
  /** Whether the member has taken over a membership of the old programme. */
  has_earlier_membership: v.fallback(v.boolean(), false),
  /** Whether the card page was opened lately for a Red membership, and nothing was paid. */
  has_unpaid_order: v.fallback(v.boolean(), false),
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
  rate: { class: 'uncounted' },
  request: Empty,
  answer: v.object({ user: User }),
  offline: 'member',
})

/** Marks the profile's email as verified, if the `id_token` of the member's last sign-in said so. */
export const emailVerified = endpoint({
  method: 'POST',
  path: '/api/{product}/users/email-verified',
  access: 'member',
  rate: { class: 'own-data' },
  request: Empty,
  answer: v.object({ success: v.boolean() }),
})

/** The values at which each of the three gauges is full. */
export const gaugeLevels = endpoint({
  method: 'GET',
  path: '/api/{product}/get-gauge-levels',
  access: 'member',
  rate: { class: 'uncounted' },
  request: Empty,
  answer: v.object({ fullTicketPurchased: Count, fullSynonyms: Count, fullEarnedPoint: Count }),
})

/** The progress of the profile by itself. */
export const tierProgress = endpoint({
  method: 'POST',
  path: '/api/{product}/users/tier-progress',
  calledBy: 'others',
  access: 'member',
  rate: { class: 'uncounted' },
  request: Empty,
  answer: v.object({ upgrade_progress: UpgradeProgress }),
})

/** Whether email address and member number are both the signed-in member's own. Says nothing about anybody else's. */
export const emailAndMemberNo = endpoint({
  method: 'POST',
  path: '/api/{product}/users/email-and-member-no',
  calledBy: 'others',
  access: 'member',
  rate: { class: 'uncounted' },
  // With room for JSON's escapes.
  maxBytes: 2048,
  request: v.object({
    email: v.pipe(v.string(), v.nonEmpty(), v.maxLength(254)),
    member_no: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  }),
  answer: v.object({ success: v.boolean() }),
})
