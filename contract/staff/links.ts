import * as v from 'valibot'
import { Language } from '#contract/language.ts'
import { Email } from '#contract/member/auth.ts'
import { tiersWith } from '#contract/member/tiers.ts'
import { offerKinds, type UpgradeKind } from '#contract/registration/upgrades.ts'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { DoneBy, Moment } from './schemas.ts'

/** What is issued: the tokens of links, and codes for members of the old programme (`existing`). */
export const tokenKinds = offerKinds.filter((kind): kind is UpgradeKind => kind !== 'free')
/** What a link opens. */
export const linkKinds = tokenKinds.filter((kind): kind is Exclude<UpgradeKind, 'existing'> => kind !== 'existing')
/** The tiers that a link or code gives. */
export const giftTiers = tiersWith('isGift')

/** `open`: it can still be used; `ended`: its time is over, or it was revoked. */
export const tokenStates = ['open', 'used', 'ended'] as const
export type TokenState = (typeof tokenStates)[number]

/** What names a token to staff: nobody can make the token of it. */
const TokenName = v.pipe(v.string(), v.regex(/^[\da-f]{10}$/))

/** A token or a code. Whom it is for: an address, an old member, or anyone. `revoked`: by whom, where it was. */
const UpgradeToken = v.object({
  name: v.string(),
  kind: v.picklist(tokenKinds),
  tier: v.picklist(giftTiers),
  email: v.nullable(v.string()),
  oldMemberNo: v.nullable(v.string()),
  state: v.picklist(tokenStates),
  issuedAt: Moment,
  expiresAt: Moment,
  usedAt: v.nullable(Moment),
  usedBy: v.nullable(v.object({ memberId: v.string(), name: v.string() })),
  revoked: v.nullable(DoneBy),
})
export type UpgradeToken = v.InferOutput<typeof UpgradeToken>

/** The most tokens that a list has. */
export const mostTokens = 500

/** `text`: a part of the address, the old member's number, or the name. */
export const upgradeTokens = endpoint({
  summary: 'Lists upgrade links and codes, newest first',
  method: 'POST',
  path: '/api/staff/upgrade-tokens',
  access: { staff: 'upgrade_read' },
  rate: { class: 'staff-search' },
  request: v.object({
    state: v.optional(v.picklist(tokenStates)),
    text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254))),
  }),
  answer: v.object({ tokens: v.array(UpgradeToken), hasMore: v.boolean() }),
})

/** The most links for anyone, and the most people, that are issued to at once. */
export const mostLinks = 1000
export const mostPeople = 500
/** How long they can be used, in days. */
export const mostDays = 3650
export const usualDays = 90

const MemberNo = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40))
const issueFields = {
  tier: v.picklist(giftTiers),
  days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostDays)),
  lang: Language,
  isDryRun: v.boolean(),
}

/**
 * Links are for anyone or for addresses, codes for members of the old programme; one person gets one only while they
 * have no other. `isDryRun` finds out what would happen. What is issued, for each person: `texts` are the links, or the
 * code, and are known here only. `codePage`: where codes are typed.
 */
export const issueUpgrades = endpoint({
  summary: 'Issues upgrade links or codes',
  method: 'POST',
  path: '/api/staff/issue-upgrades',
  access: { staff: 'upgrade_issue' },
  request: v.variant('for', [
    v.object({
      for: v.literal('anyone'),
      kind: v.picklist(linkKinds),
      count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostLinks)),
      ...issueFields,
    }),
    v.object({
      for: v.literal('emails'),
      kind: v.picklist(linkKinds),
      emails: v.pipe(v.array(Email), v.minLength(1), v.maxLength(mostPeople)),
      ...issueFields,
    }),
    v.object({
      for: v.literal('old_members'),
      numbers: v.pipe(v.array(MemberNo), v.minLength(1), v.maxLength(mostPeople)),
      ...issueFields,
    }),
  ]),
  answer: v.object({
    expiresAt: Moment,
    codePage: v.nullable(v.string()),
    issued: v.array(
      v.variant('kind', [
        v.object({
          kind: v.literal('issued'),
          person: v.nullable(v.string()),
          count: Count,
          texts: v.array(v.string()),
        }),
        v.object({ kind: v.literal('has_one'), person: v.nullable(v.string()), name: v.string(), expiresAt: Moment }),
        v.object({ kind: v.picklist(['unknown_old_member', 'came_back']), person: v.nullable(v.string()) }),
      ]),
    ),
  }),
  maxBytes: 256 * 1024,
})

/** Those that were not used end, each once. `at`: since when it is used, or has ended. */
export const revokeUpgrades = endpoint({
  summary: 'Revokes upgrade links and codes',
  method: 'POST',
  path: '/api/staff/revoke-upgrades',
  access: { staff: 'upgrade_issue' },
  request: v.object({ names: v.pipe(v.array(TokenName), v.minLength(1), v.maxLength(mostTokens)) }),
  answer: v.object({
    revoked: v.array(
      v.variant('kind', [
        v.object({ kind: v.picklist(['revoked', 'unknown']), name: v.string() }),
        v.object({ kind: v.picklist(['used', 'expired']), name: v.string(), at: Moment }),
      ]),
    ),
  }),
  maxBytes: 32 * 1024,
})
