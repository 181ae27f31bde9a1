import * as v from 'valibot'
import { recordOf } from '#contract/keysOf.ts'
import { profileTexts, storedTicks } from '#contract/registration/profileTable.ts'
import { basicTier, Tier } from '#contract/member/tiers.ts'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { defaultLanguage, LocalizedText, preferredLanguages } from '#contract/language.ts'
import { lenient, lenientList, OptionalText } from '#contract/schemas/lenient.ts'

/** A text that may be absent; older records hold the text "null" instead (specification section 3). */
const ProfileText = v.fallback(
  v.pipe(
    OptionalText,
    v.transform((text) => (text === 'null' ? null : text)),
  ),
  null,
)

/** How far a profile is: `default` until a form is sent, then the form that was. */
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
/** The states of an application to the young audience scheme. */
export const youthStatuses = ['N/A', 'Pending Payment', 'Pending Approval', 'Approved', 'Rejected', 'Expired'] as const

/**
 * One entry of the ledger. `description`: a known code (`contract/member/points.ts`), or a text. `delta_balance` in
 * points; `ticket_no` names the ticket that the points, or a bonus on them, came from, or that they went back with;
 * `ref_no` the redemption that they were used for (`listRedeemedItems`).
 */
export const PointTransaction = v.object({
  id: v.string(),
  created_at: v.string(),
  description: v.union([LocalizedText, v.string()]),
  delta_balance: v.number(),
  ticket_no: v.nullish(v.string(), null),
  ref_no: v.optional(v.string()),
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

/** The values at which each of the three gauges is full: tickets, programmes, points. */
export const GaugeLevels = v.object({ fullTicketPurchased: Count, fullSynonyms: Count, fullEarnedPoint: Count })
export type GaugeLevels = v.InferOutput<typeof GaugeLevels>

/** Why a membership becomes what it does (`NextRenewal`). */
const renewalReasons = ['unlimited', 'valid', 'earned', 'stepped_down', 'ended'] as const

/**
 * What the membership becomes on the next 1 September (`at`), if this year brings nothing more, and why: it has no end,
 * is valid for the next year already, is earned, goes on one tier below, or ends. `renewable_from`: when the next
 * year's fee can be paid. `kept_at`: the levels of which one keeps the tier, null where it has no end. The
 * specification's answer lacks it.
 */
export const MembershipRenewal = v.object({
  at: v.string(),
  tier: Tier,
  reason: v.picklist(renewalReasons),
  renewable_from: v.string(),
  kept_at: v.nullish(GaugeLevels, null),
})
export type MembershipRenewal = v.InferOutput<typeof MembershipRenewal>

/**
 * That staff have suspended the member, who spends nothing until they lift it. `since`: ISO 8601. `reason`: empty where
 * the member may not read it.
 */
const Suspension = v.object({ since: v.string(), reason: v.string() })
export type Suspension = v.InferOutput<typeof Suspension>

const Flag = v.fallback(v.boolean(), false)

const ProfileFields = v.object({
  id: v.string(),
  email: v.fallback(v.string(), ''),
  email_verified: Flag,
  ...recordOf(profileTexts, () => ProfileText),
  member_no: ProfileText,
  membership_tier: v.fallback(Tier, basicTier),
  membership_since: ProfileText,
  tier_expiry_date: ProfileText,
  available_points: v.fallback(v.number(), 0),
  is_profile_completed: Flag,
  is_submitted_profile: v.fallback(v.picklist(profileTypes), 'default'),
  ya_status: v.fallback(v.picklist(youthStatuses), 'N/A'),
  /** Why an application to the young audience scheme was rejected, in the words of staff. */
  ya_reason: ProfileText,
  /** The last moment of an approval. */
  ya_expiry_date: ProfileText,
  /** Null for nearly everybody. This backend's own. */
  suspension: lenient(Suspension),
  preferred_lang: v.fallback(v.picklist(preferredLanguages), defaultLanguage),
  ...recordOf(storedTicks, () => Flag),
  upgrade_progress: lenient(UpgradeProgress),
  renewal: lenient(MembershipRenewal),
  /** Whether the member has confirmed with a form that the email address is correct. */
  confirm_email: Flag,
  /** The ids of instruments in the static contents. */
  interest_id: lenientList(v.string()),
  /** Another name for them. */
  instruments: lenientList(v.string()),
  /** At most one address, by `addressLines`, whose names only the page that shows them loads. */
  shipping_address_1: lenientList(v.object({ memberProfile: v.record(v.string(), ProfileText) })),
  /** Whether the member has taken over a membership of the old programme. */
  has_earlier_membership: Flag,
  /** The upgrade bonuses that the member has yet to get, which each comes once in a life. This backend's own. */
  due_bonuses: lenientList(v.object({ tier: Tier, points: Count })),
  /** Whether the payment page was opened lately for a Red membership, and nothing was paid. */
  has_unpaid_order: Flag,
  /** The picture of the member's card: an address of this website. Null where there is none. */
  membership_card: lenient(v.object({ path: v.pipe(v.string(), v.regex(/^\/(?!\/)/)) })),
})

/**
 * The member's profile (specification section 3). A field that is missing or odd, such as the text "null" of older
 * records, is as if nothing were known: it never makes a sign-in fail.
 */
export const MemberProfile = v.pipe(
  ProfileFields,
  v.transform(({ instruments, interest_id: interests, ...profile }) => ({
    ...profile,
    interest_id: interests.length > 0 ? interests : instruments,
  })),
)
export type MemberProfile = v.InferOutput<typeof MemberProfile>

/** How many of a member's newest point transactions `User` holds at most. */
export const maxTransactions = 100

/** The signed-in member, with points and their newest transactions. */
export const User = v.object({
  /** This backend's own: the specification's answer lacks it. */
  id: v.optional(v.string()),
  email: v.fallback(v.string(), ''),
  member_profile: MemberProfile,
  availablePoints: v.fallback(v.number(), 0),
  point_buckets: lenientList(PointBucket),
  /** Newest first, at most `maxTransactions`. */
  point_transactions: lenientList(PointTransaction),
})
export type User = v.InferOutput<typeof User>

const Empty = v.object({})

export const me = endpoint({
  summary: 'Gets the signed-in member’s profile',
  method: 'GET',
  path: '/api/{product}/users/me',
  access: 'member',
  rate: { class: 'uncounted' },
  request: Empty,
  answer: v.object({ user: User }),
  offline: 'member',
})

/** The provider says so in the `id_token` of the member's last sign-in. */
export const emailVerified = endpoint({
  summary: 'Marks the email address as verified, where the provider says so',
  method: 'POST',
  path: '/api/{product}/users/email-verified',
  access: 'member',
  rate: { class: 'own-data' },
  request: Empty,
  answer: v.object({ success: v.boolean() }),
})

/** The profile's progress has them, too. */
export const gaugeLevels = endpoint({
  summary: 'Gets the values at which the member’s gauges are full',
  method: 'GET',
  path: '/api/{product}/get-gauge-levels',
  access: 'member',
  rate: { class: 'uncounted' },
  request: Empty,
  answer: GaugeLevels,
  offline: 'member',
})

/** The profile has it, too. */
export const tierProgress = endpoint({
  summary: 'Gets the member’s progress to the next tiers',
  method: 'POST',
  path: '/api/{product}/users/tier-progress',
  calledBy: 'others',
  access: 'member',
  rate: { class: 'uncounted' },
  request: Empty,
  answer: v.object({ upgrade_progress: UpgradeProgress }),
})

/** Says nothing about anybody else's. */
export const emailAndMemberNo = endpoint({
  summary: 'Checks whether email address and number are both the member’s',
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
