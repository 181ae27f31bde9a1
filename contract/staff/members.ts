import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'
import { youthStatuses } from '#contract/member/member.ts'
import type { TransactionCode } from '#contract/member/points.ts'
import { basicTier, type HigherTier, Tier, tiers } from '#contract/member/tiers.ts'
import { recordOf } from '#contract/keysOf.ts'
import { addressLines } from '#contract/registration/profileTable.ts'
import { fieldSchemas } from '#contract/registration/profileFields.ts'
import { LocalizedText } from '#contract/language.ts'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { MailState } from './mails.ts'
import { DoneBy, FoundMember, MemberId, Moment, RefNo, Undo, Words } from './schemas.ts'

/** How long a text is at most that members are searched by. */
export const longestSearched = 100

/** The most members that one search finds. */
export const mostFound = 20

/**
 * `text`: parts of any of these, names in any script and Chinese in either kind of characters; or a reference of
 * theirs, such as that of a parcel, voucher, order or ticket. `isNear`: these are called nearly so, and nobody so.
 */
export const searchMembers = endpoint({
  summary: 'Finds members by name, number, email address or mobile',
  method: 'POST',
  path: '/api/staff/members',
  access: { staff: 'member_search' },
  rate: { class: 'staff-search' },
  request: v.object({ text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longestSearched)) }),
  answer: v.object({ members: v.array(FoundMember), hasMore: v.boolean(), isNear: v.boolean() }),
})

const Text = v.nullable(v.string())
const Time = v.nullable(Moment)

/** The texts among what staff correct for how a member is reached, and of the month of birth. */
export const contactTexts = ['country_code', 'mobile', ...addressLines, 'dob'] as const

/** What such a correction is about, as the log and the member's mail name it. */
export const contactParts = ['mobile', 'address', 'birth', 'news'] as const
export type ContactPart = (typeof contactParts)[number]

const StoredContact = v.object({
  ...recordOf(contactTexts, () => v.string()),
  receive_email_promotion: v.boolean(),
})
export type Contact = v.InferOutput<typeof StoredContact>

/** The same schemas as in the member's own form. A date of birth that is known is not removed by an empty text. */
export const Contact = v.object({
  ...recordOf(contactTexts, (name) => fieldSchemas[name]),
  country_code: v.pipe(fieldSchemas.country_code, v.nonEmpty()),
  receive_email_promotion: v.boolean(),
})

/** How long the change of a lost address waits once a second person has confirmed it, in hours. */
export const addressChangeHours = 72

/** After how many days a change ends that no second person, or nobody at the new address, has confirmed. */
export const addressChangeDays = 14

/**
 * `confirmedBy`, `dueAt`: null until a second person confirms it; `provedAt`: until whoever reads the new address does.
 * `isOwn`: whoever looks has asked for it.
 */
const AddressChange = v.object({
  id: v.string(),
  to: v.string(),
  proof: v.string(),
  reason: v.string(),
  by: v.string(),
  at: Moment,
  confirmedBy: Text,
  dueAt: Time,
  provedAt: v.nullish(Moment, null),
  isOwn: v.boolean(),
})
export type AddressChange = v.InferOutput<typeof AddressChange>

/** How many characters a note has at most. */
export const longestNote = 2000

/** What staff have written on a member. `isRemovable`: by whoever asks. */
const Note = v.object({ id: v.string(), text: v.string(), by: v.string(), at: Moment, isRemovable: v.boolean() })
export type Note = v.InferOutput<typeof Note>

/**
 * What the books say of a member now, without secrets, and what an audit of them says. What has happened is in
 * `memberTimeline`.
 */
export const MemberBooks = v.object({
  member: FoundMember,
  names: v.object({ first_name: v.string(), last_name: v.string(), chinese_name: v.string() }),
  contact: StoredContact,
  /** The countries that an address may name. */
  countries: v.array(v.object({ id: v.string(), name: LocalizedText })),
  isEmailVerified: v.boolean(),
  /** Until when a closed account can be reopened; null where it is open, or deleted. */
  reopenableUntil: v.nullish(Moment, null),
  /** The open change of an address that the member no longer reads. */
  addressChange: v.nullable(AddressChange),
  /** What staff have written for each other, newest first. */
  notes: v.array(Note),
  /** Why the member is suspended; null where they are not. */
  suspensionReason: v.nullish(v.string(), null),
  joinedAt: Moment,
  isProfileCompleted: v.boolean(),
  youth: v.picklist(youthStatuses),
  points: v.number(),
  buckets: v.array(
    v.object({ id: v.string(), entryId: v.string(), earned: v.number(), remaining: v.number(), expiresAt: Time }),
  ),
  redemptions: v.array(
    v.object({
      refNo: v.string(),
      at: Moment,
      alias: v.string(),
      quantity: Count,
      points: v.number(),
      delivery: Text,
      returnedAt: v.nullish(Moment, null),
      vouchers: v.array(v.object({ code: v.string(), expiresAt: Time, usedAt: Time })),
    }),
  ),
  /** What an audit of the member's books has found: sentences in English, for whoever repairs them. */
  differences: v.array(v.string()),
})
export type MemberBooks = v.InferOutput<typeof MemberBooks>

/** null: no such member. */
export const memberBooks = endpoint({
  summary: 'Gets what the books say of a member',
  method: 'GET',
  path: '/api/staff/member',
  access: { staff: 'member_read' },
  request: v.object({ memberId: MemberId }),
  answer: v.object({ books: v.nullable(MemberBooks) }),
})

/** How many things that have happened to a member one answer has at most. */
export const timelinePage = 30

const event = { key: v.string(), at: Moment }

/**
 * Something that has happened to a member. `membership`: they joined (no tier), or got a tier, for `source`, until
 * `until`. `scan`: a ticket; points null until its concert is over. `points`: any other entry of the ledger, with the
 * balance after it; `by`: who of the staff. `payment`: money came, went back, is to go back, or never came. `mail`: to
 * the member's present address. `look`: somebody opened the member; only shown where it is asked for.
 */
export const TimelineItem = v.variant('kind', [
  v.object({ ...event, kind: v.literal('membership'), tier: v.nullable(Tier), source: Text, until: Time }),
  v.object({
    ...event,
    kind: v.literal('scan'),
    ticketNo: v.string(),
    concert: LocalizedText,
    amount: v.number(),
    points: v.nullable(v.number()),
  }),
  v.object({
    ...event,
    kind: v.literal('points'),
    code: v.string(),
    points: v.number(),
    balance: v.number(),
    cause: Text,
    by: Text,
  }),
  v.object({
    ...event,
    kind: v.literal('reward'),
    refNo: v.string(),
    alias: v.string(),
    quantity: Count,
    points: v.number(),
  }),
  v.object({
    ...event,
    kind: v.literal('miles'),
    refNo: v.string(),
    miles: v.number(),
    points: v.number(),
    account: Text,
    sentAt: Time,
  }),
  v.object({
    ...event,
    kind: v.literal('event'),
    refNo: v.string(),
    alias: v.string(),
    quantity: Count,
    state: v.string(),
    changedAt: Moment,
  }),
  v.object({
    ...event,
    kind: v.literal('payment'),
    what: v.picklist(['paid', 'to_refund', 'refunded', 'unpaid']),
    orderRef: v.string(),
    payRef: Text,
    purpose: v.string(),
    amount: v.string(),
  }),
  v.object({ ...event, kind: v.literal('mail'), mail: v.string(), state: MailState, changedAt: Time }),
  v.object({
    ...event,
    kind: v.picklist(['act', 'look']),
    by: v.string(),
    role: Text,
    action: v.string(),
    before: v.nullable(v.record(v.string(), v.unknown())),
    after: v.nullable(v.record(v.string(), v.unknown())),
    reason: Text,
    isUndone: v.boolean(),
  }),
])
export type TimelineItem = v.InferOutput<typeof TimelineItem>

/** The kinds of what has happened, in the order in which they are chosen from. */
export const timelineKinds = [
  'membership',
  'scan',
  'points',
  'reward',
  'miles',
  'event',
  'payment',
  'mail',
  'act',
  'look',
] as const satisfies readonly TimelineItem['kind'][]
export type TimelineKind = (typeof timelineKinds)[number]

/** The place of an item in the order: its moment, to the microsecond, and its key. */
const TimelinePlace = v.object({
  at: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/), v.isoTimestamp()),
  key: v.pipe(v.string(), v.regex(/^[a-z]+ \P{C}{1,100}$/u)),
})

/** `kind`: only these, else everything but looks. `before`: what follows is older; `next`: where that is. */
export const memberTimeline = endpoint({
  summary: 'Lists what has happened to a member, newest first',
  method: 'POST',
  path: '/api/staff/member-timeline',
  access: { staff: 'member_read' },
  request: v.object({
    memberId: MemberId,
    kind: v.optional(v.picklist(timelineKinds)),
    before: v.optional(TimelinePlace),
  }),
  answer: v.object({ items: v.array(TimelineItem), next: v.nullable(TimelinePlace) }),
})

/**
 * As what staff may give or take points, the usual one first: the specification's types without those that need a
 * ticket, a reward or a profile, and come from these alone.
 */
export const adjustmentTypes = {
  grant: [
    'Bulk Import',
    'Return/Refund/Exchange',
    'Scan Ticket Thanksgiving',
    'Scan Thanksgiving',
    'Birthday Double Points',
    'Christmas birthday double points 2023',
    '2324 season subscription points',
  ],
  revoke: ['Return/Refund/Exchange', 'Bulk Import'],
} as const satisfies Record<string, readonly [TransactionCode, ...TransactionCode[]]>

export type AdjustmentKind = keyof typeof adjustmentTypes

/** As what the member reads an entry that undoes another. */
export const correctionText = { en: 'Corrected by Club Bravo', tc: '由 Club Bravo 更正', sc: '由 Club Bravo 更正' }

/** The most that is given or taken at once. */
export const maxAdjustment = 1_000_000

const adjustmentFields = {
  memberId: MemberId,
  points: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxAdjustment)),
  reason: Words,
  isDryRun: v.boolean(),
}

/**
 * `isDryRun` finds out what would happen, and has nothing to undo. `repeated`: the same points were given or taken for
 * the same reason before.
 */
export const adjustPoints = endpoint({
  summary: 'Gives or takes points',
  method: 'POST',
  path: '/api/staff/adjust-points',
  access: { staff: 'points_adjust' },
  request: v.variant('kind', [
    v.object({ kind: v.literal('grant'), type: v.picklist(adjustmentTypes.grant), ...adjustmentFields }),
    v.object({ kind: v.literal('revoke'), type: v.picklist(adjustmentTypes.revoke), ...adjustmentFields }),
  ]),
  answer: v.variant('kind', [
    v.object({ kind: v.picklist(['unknown_member', 'closed']) }),
    v.object({ kind: v.literal('short'), available: v.number() }),
    v.object({ kind: v.literal('repeated'), at: Moment }),
    v.object({
      kind: v.literal('adjusted'),
      before: v.number(),
      after: v.number(),
      parts: v.array(v.object({ points: v.number(), expiresAt: Time })),
      undo: v.nullable(Undo),
    }),
  ]),
  maxBytes: 4096,
})

/**
 * Its points are the member's again, its vouchers are void, and its pieces are free for the stock and the member's
 * maximum. `unknown`: the member has none with this reference. `used`: one of its vouchers was used. `sent`: its parcel
 * is on its way. `repeated`: it was given back before. `after`: the member's points then.
 */
export const returnRedemption = endpoint({
  summary: 'Gives a redemption back',
  method: 'POST',
  path: '/api/staff/return-redemption',
  access: { staff: 'points_adjust' },
  request: v.object({ memberId: MemberId, refNo: RefNo, reason: Words }),
  answer: v.variant('kind', [
    v.object({ kind: v.picklist(['unknown', 'closed', 'used', 'sent']) }),
    v.object({ kind: v.literal('repeated'), at: Moment }),
    v.object({ kind: v.literal('returned'), points: v.number(), after: v.number() }),
  ]),
  maxBytes: 4096,
})

const Names = v.object({
  first_name: v.pipe(fieldSchemas.first_name, v.nonEmpty()),
  last_name: v.pipe(fieldSchemas.last_name, v.nonEmpty()),
  chinese_name: fieldSchemas.chinese_name,
})

/** Why nothing was corrected. `changed`: it is another one by now than `from`. */
const notCorrected = ['unknown_member', 'closed', 'changed', 'unchanged'] as const

/** The member gets a mail. */
export const correctName = endpoint({
  summary: 'Corrects a member’s name',
  method: 'POST',
  path: '/api/staff/correct-name',
  access: { staff: 'member_correct' },
  request: v.object({
    memberId: MemberId,
    from: v.object({ first_name: v.string(), last_name: v.string(), chinese_name: v.string() }),
    to: Names,
    reason: Words,
  }),
  answer: v.object({ kind: v.picklist(['corrected', ...notCorrected]) }),
  maxBytes: 8192,
})

/**
 * The old address is told, and the new one has to be verified. `verified`: its member changes it; `taken`: another
 * account has the new one; `elsewhere`: the member signs in with another provider.
 */
export const correctEmail = endpoint({
  summary: 'Corrects an email address that nobody has verified',
  method: 'POST',
  path: '/api/staff/correct-email',
  access: { staff: 'member_correct' },
  request: v.object({ memberId: MemberId, from: v.string(), to: Email, reason: Words }),
  answer: v.object({ kind: v.picklist(['corrected', 'verified', 'taken', 'elsewhere', ...notCorrected]) }),
  maxBytes: 8192,
})

/**
 * A suspended member spends nothing. Either way, the member gets a mail with the reason. `unchanged`: it was so
 * already, by whom and since when.
 */
export const suspendMember = endpoint({
  summary: 'Suspends a member, or lifts a suspension',
  method: 'POST',
  path: '/api/staff/suspend-member',
  access: { staff: 'member_suspend' },
  request: v.object({ memberId: MemberId, isSuspended: v.boolean(), reason: Words }),
  answer: v.variant('kind', [
    v.object({ kind: v.picklist(['suspended', 'lifted', 'unknown_member', 'closed']) }),
    v.object({ kind: v.literal('unchanged'), done: v.nullable(DoneBy) }),
  ]),
  maxBytes: 4096,
})

/** The member gets a mail that names what was corrected. `unknown_country`: it is none of the contents'. */
export const correctContact = endpoint({
  summary: 'Corrects a member’s mobile number, address, month of birth or consent to news',
  method: 'POST',
  path: '/api/staff/correct-contact',
  access: { staff: 'member_correct' },
  request: v.object({ memberId: MemberId, from: StoredContact, to: Contact, reason: Words }),
  answer: v.object({ kind: v.picklist(['corrected', 'unknown_country', ...notCorrected]) }),
  maxBytes: 16384,
})

/** Members do not read notes, but those who download their data have them. */
export const addNote = endpoint({
  summary: 'Adds a note of the staff on a member',
  method: 'POST',
  path: '/api/staff/add-note',
  access: { staff: 'member_note' },
  request: v.object({
    memberId: MemberId,
    text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longestNote)),
  }),
  answer: v.object({ kind: v.picklist(['added', 'unknown_member', 'closed']) }),
  maxBytes: 16384,
})

/** `others`: only who wrote it, or an owner, removes it. */
export const removeNote = endpoint({
  summary: 'Removes a note of the staff',
  method: 'POST',
  path: '/api/staff/remove-note',
  access: { staff: 'member_note' },
  request: v.object({ noteId: v.pipe(v.string(), v.regex(/^\d{1,18}$/)) }),
  answer: v.object({ kind: v.picklist(['removed', 'unknown', 'others']) }),
})

/**
 * `mail`: the key of one in the timeline; null: the link that verifies the address. One that failed is tried again, any
 * other is written anew, to the member's present address. `refused`: it cannot be sent again (`mailTable`);
 * `verified`: there is nothing to verify; `elsewhere`: the member signs in with another provider, which verifies the
 * address; `too_many`: the address has got too many of these within the hour.
 */
export const resendMail = endpoint({
  summary: 'Sends a member an email again',
  method: 'POST',
  path: '/api/staff/resend-mail',
  access: { staff: 'mail_resend' },
  request: v.object({
    memberId: MemberId,
    mail: v.nullable(v.pipe(v.string(), v.regex(/^(?:mail|sent) \d{1,18}$/))),
    reason: Words,
  }),
  answer: v.object({
    kind: v.picklist(['queued', 'unknown', 'refused', 'verified', 'elsewhere', 'too_many', 'closed']),
  }),
  maxBytes: 4096,
})

/** Signs the member out of every device. `none`: they are signed in nowhere. */
export const endMemberSignIns = endpoint({
  summary: 'Ends all sign-ins of a member',
  method: 'POST',
  path: '/api/staff/end-member-sign-ins',
  access: { staff: 'sign_ins_end' },
  request: v.object({ memberId: MemberId, reason: Words }),
  answer: v.variant('kind', [
    v.object({ kind: v.picklist(['none', 'unknown_member']) }),
    v.object({ kind: v.literal('ended'), count: Count }),
  ]),
  maxBytes: 4096,
})

/**
 * Closes an account as its member does, with the mail whose link reopens it; or reopens one. `last_owner`: the club
 * would have no owner; `on_staff`: an owner closes the account of somebody on the staff; `unchanged`: it is so already,
 * or its data is deleted.
 */
export const closeAccountOf = endpoint({
  summary: 'Closes a member’s account, or reopens it',
  method: 'POST',
  path: '/api/staff/close-account',
  access: { staff: 'account_close' },
  request: v.object({ memberId: MemberId, isClosed: v.boolean(), reason: Words }),
  answer: v.object({
    kind: v.picklist(['closed', 'reopened', 'last_owner', 'on_staff', 'unchanged', 'unknown_member']),
  }),
  maxBytes: 4096,
})

/** The tiers that staff give by invitation. */
export const invitedTiers = tiers.filter((tier): tier is HigherTier => tier !== basicTier)

/**
 * Gives a tier by invitation, or ends Diamond (null): the member is Gold then. The member gets a mail. `refused`: they
 * are `tier`, which forbids it.
 */
export const inviteToTier = endpoint({
  summary: 'Gives a member a tier by invitation, or ends Diamond',
  method: 'POST',
  path: '/api/staff/invite-to-tier',
  access: { staff: 'tier_invite' },
  request: v.object({ memberId: MemberId, tier: v.nullable(v.picklist(invitedTiers)), reason: Words }),
  answer: v.variant('kind', [
    v.object({ kind: v.picklist(['unknown_member', 'closed']) }),
    v.object({ kind: v.literal('refused'), tier: Tier }),
    v.object({ kind: v.picklist(['given', 'ended']), tier: Tier, end: v.nullable(Moment) }),
  ]),
  maxBytes: 4096,
})

/**
 * For a member who no longer reads the verified address. `proof`: how they have shown who they are, for the staff;
 * those who download their data have it. `unverified`: `correctEmail` does it at once; `taken`: others have proved it;
 * `pending`: one is open; `on_staff`: owners do it for somebody on the staff.
 */
export const askAddressChange = endpoint({
  summary: 'Asks for the change of an address that its member no longer reads',
  method: 'POST',
  path: '/api/staff/ask-address-change',
  access: { staff: 'address_change' },
  request: v.object({ memberId: MemberId, to: Email, proof: Words, reason: Words }),
  answer: v.object({
    kind: v.picklist([
      'asked',
      'unknown_member',
      'closed',
      'elsewhere',
      'unverified',
      'unchanged',
      'taken',
      'pending',
      'on_staff',
    ]),
  }),
  maxBytes: 8192,
})

const ChangeId = v.pipe(v.string(), v.regex(/^\d{1,18}$/))

/**
 * Both addresses get a mail whose link ends it; that to the new one also proves the address. `own`: whoever asked for
 * it does not confirm it; `changed`: the member has another address by now, and the change has ended; `on_staff`: an
 * owner confirms it for somebody on the staff.
 */
export const confirmAddressChange = endpoint({
  summary: 'Confirms the change of an address that somebody else has asked for',
  method: 'POST',
  path: '/api/staff/confirm-address-change',
  access: { staff: 'address_change' },
  request: v.object({ changeId: ChangeId }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('begun'), dueAt: Moment }),
    v.object({ kind: v.picklist(['own', 'unknown', 'confirmed', 'closed', 'changed', 'on_staff']) }),
  ]),
})

/** `unknown`: it is done, or ended before. */
export const endAddressChange = endpoint({
  summary: 'Ends the change of an address before it is made',
  method: 'POST',
  path: '/api/staff/end-address-change',
  access: { staff: 'address_change' },
  request: v.object({ changeId: ChangeId, reason: Words }),
  answer: v.object({ kind: v.picklist(['ended', 'unknown']) }),
  maxBytes: 4096,
})
