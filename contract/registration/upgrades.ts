import * as v from 'valibot'
import { Tier } from '#contract/member/tiers.ts'
import { Email } from '#contract/member/auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { OptionalText } from '#contract/schemas/lenient.ts'
import { Success } from '#contract/schemas/success.ts'

/**
 * The kinds of upgrade offers (specification section 3). `free` is everybody's: to join as a Basic member. The others
 * are proven once, by a token or an old membership.
 */
export const offerKinds = ['sc', 'existing', 'free_tier_upgrade', 'free'] as const
export type UpgradeKind = Exclude<(typeof offerKinds)[number], 'free'>

/** The text of a one-time token, from the link that the club has sent. */
export const UpgradeTokenText = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(255))

/** With room for JSON's escapes. */
const tokenBytes = 4096
const claimBytes = 8192

/**
 * What an endpoint of this file says, with 422, when a token or an old membership gives nothing:
 *
 * - `duplicate_token`: it was used before, or the member has its tier
 * - `invalid_tier`: the member's tier is higher than its own
 * - `expired_token`, `foreign_token`, `invalid_token`: it is too old, for another address or old member, or none of the
 *   club's
 * - `membership_suspended`: staff have suspended the member; this backend's own
 * - `incorrect_account_data`: no old member has this number, name and address
 * - `profile_migrate_failure`: the old membership cannot be taken over by this member, such as one who has taken
 *   another over. The app says the same where marking it, or a token, as used fails for a reason that is not here.
 */
export const upgradeRefusals = [
  'duplicate_token',
  'invalid_tier',
  'expired_token',
  'foreign_token',
  'invalid_token',
  'membership_suspended',
  'incorrect_account_data',
  'profile_migrate_failure',
] as const
export type UpgradeRefusal = (typeof upgradeRefusals)[number]

const Redeemed = v.optional(v.boolean(), false)

/**
 * Asked before signing in, too; a signed-in member learns whether the token is for them. Spends nothing.
 *
 * `redeemed`: whether this member has redeemed it before; this backend's own.
 */
export const getScTier = endpoint({
  summary: 'Gets the tier of a token of the card partner',
  method: 'POST',
  path: '/api/{product}/users/get-sc-tier',
  access: 'optional',
  rate: { class: 'sign-in', account: 'sc_token' },
  maxBytes: tokenBytes,
  request: v.object({ sc_token: UpgradeTokenText }),
  answer: v.object({ success: v.literal(true), scTier: Tier, scToken: v.string(), redeemed: Redeemed }),
  burst: { request: { sc_token: 'no-such-token' }, status: 422 },
})

/** `freeUpgradeTier` and `tier` are the same. */
export const getFreeUpgradeTier = endpoint({
  summary: 'Gets the tier of a token of the free upgrade',
  method: 'POST',
  path: '/api/{product}/users/get-free-upgrade-tier',
  access: 'optional',
  rate: { class: 'sign-in', account: 'free_tier_upgrade_token' },
  maxBytes: tokenBytes,
  request: v.object({ free_tier_upgrade_token: UpgradeTokenText }),
  answer: v.object({
    success: v.literal(true),
    tier: Tier,
    token: v.string(),
    freeUpgradeTier: Tier,
    redeemed: Redeemed,
  }),
  burst: { request: { free_tier_upgrade_token: 'no-such-token' }, status: 422 },
})

/**
 * Gives the signed-in member the token's tier, in one transaction. `user_email` is the member's own. Again by the same
 * member, it answers success and changes nothing.
 */
export const setScTokenUsed = endpoint({
  summary: 'Spends a token of the card partner for the member',
  method: 'POST',
  path: '/api/{product}/users/set-sc-token-used',
  access: 'member',
  rate: { class: 'own-data' },
  maxBytes: tokenBytes,
  request: v.object({ sc_token: UpgradeTokenText, user_email: Email }),
  answer: Success,
})

export const setFreeUpgradeTokenUsed = endpoint({
  summary: 'Spends a token of the free upgrade for the member',
  method: 'POST',
  path: '/api/{product}/users/set-free-upgrade-token-used',
  access: 'member',
  rate: { class: 'own-data' },
  maxBytes: tokenBytes,
  request: v.object({ free_tier_upgrade_token: UpgradeTokenText, user_email: Email }),
  answer: Success,
})

/** No sign-in is needed: the token is the authority. */
export const assignScTier = endpoint({
  summary: 'Spends a token of the card partner for an email address',
  method: 'POST',
  path: '/api/{product}/assign-sc-tier',
  calledBy: 'others',
  access: 'public',
  rate: { class: 'sign-in', account: 'user_email' },
  maxBytes: tokenBytes,
  request: v.object({ sc_token: UpgradeTokenText, user_email: Email }),
  answer: Success,
  burst: { request: { sc_token: 'no-such-token', user_email: 'nobody@club.example' }, status: 422 },
})

export const assignFreeUpgradeTier = endpoint({
  summary: 'Spends a token of the free upgrade for an email address',
  method: 'POST',
  path: '/api/{product}/assign-free-upgrade-tier',
  calledBy: 'others',
  access: 'public',
  rate: { class: 'sign-in', account: 'user_email' },
  maxBytes: tokenBytes,
  request: v.object({ free_tier_upgrade_token: UpgradeTokenText, user_email: Email }),
  answer: Success,
  burst: { request: { free_tier_upgrade_token: 'no-such-token', user_email: 'nobody@club.example' }, status: 422 },
})

const ShortText = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(254))
const MaybeShortText = v.pipe(v.nullish(v.string(), ''), v.trim(), v.maxLength(254))

/**
 * Who somebody says to be among the members of the old programme, and what proves it: an address or mobile number that
 * the club has of them, or an upgrade code; where both are given, both have to be right. The empty text is nothing
 * given.
 */
const OldMemberClaim = v.object({
  cb_member_no: ShortText,
  last_name: ShortText,
  email_or_mobile: MaybeShortText,
  upgrade_code: MaybeShortText,
})
export type OldMemberClaim = v.InferOutput<typeof OldMemberClaim>
const claim = { memberNo: 'cb_member_no', contact: 'email_or_mobile', code: 'upgrade_code' } as const

/** What the club knows of a member of the old programme, to prefill the form with. */
export const ExistingMemberProfile = v.object({
  cb_member_no: v.string(),
  last_name: v.string(),
  first_name: OptionalText,
  chinese_name: OptionalText,
  salutations: OptionalText,
  gender: OptionalText,
  email: OptionalText,
  country_code: OptionalText,
  mobile: OptionalText,
  membership_tier: Tier,
})
export type ExistingMemberProfile = v.InferOutput<typeof ExistingMemberProfile>

/**
 * The facts belong together: number, last name, and an address, a mobile number or an upgrade code. Asked before
 * signing in, too. Changes nothing. `membership_tier` is what taking the membership over gives: the old tier, or the
 * code's where that is higher.
 */
export const existingProfile = endpoint({
  summary: 'Looks up a member of the old programme',
  method: 'POST',
  path: '/api/{product}/users/existing-profile',
  access: 'optional',
  rate: { class: 'old-member', account: 'cb_member_no', claim },
  maxBytes: claimBytes,
  request: v.pipe(
    OldMemberClaim,
    v.rawCheck(({ dataset: { typed, value }, addIssue }) => {
      if (!typed || value.email_or_mobile !== '' || value.upgrade_code !== '') return
      const key = 'email_or_mobile'
      addIssue({
        message: 'One of the address or mobile number and the upgrade code is required',
        input: value[key],
        path: [{ type: 'object', origin: 'value', input: { ...value }, key, value: value[key] }],
      })
    }),
  ),
  answer: v.object({ success: v.literal(true), existingMemberProfile: ExistingMemberProfile }),
  burst: { request: { cb_member_no: 'OB0', last_name: 'Nobody', email_or_mobile: 'nobody@club.example' }, status: 422 },
})

/**
 * Gives the signed-in member the old number and tier, marks the old membership as migrated, and spends the upgrade
 * code, in one transaction. Again by the same member, it answers success and changes nothing; but an upgrade code that
 * was not spent with it stays so, and is refused. It is called with what `existingProfile` was asked with; with number
 * and name only, the old member's address has to be the member's own verified one. The old address is told by mail. A
 * membership above Basic asks for the month of birth: a profile without it is refused with 422 and the field `dob`.
 * (The specification calls it without a sign-in: then nobody knows whose it is.)
 */
export const profileMigrated = endpoint({
  summary: 'Takes an old membership over',
  method: 'POST',
  path: '/api/{product}/profile-migrated',
  access: 'member',
  rate: { class: 'old-member', account: 'member', claim },
  maxBytes: claimBytes,
  request: OldMemberClaim,
  answer: Success,
})
