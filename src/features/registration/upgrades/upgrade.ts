import * as v from 'valibot'
import type { FormType } from '#contract/registration/formTypes.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { isAbove, Tier } from '#contract/member/tiers.ts'
import { keysOf } from '#contract/keysOf.ts'
import { ExistingMemberProfile, type UpgradeKind } from '#contract/registration/upgrades.ts'
import { rememberedMember } from '#src/session/member.ts'
import { readTabValue, removeFromTab, writeTabValue } from '#src/platform/tabStorage.ts'

const OldMemberClaim = v.object({
  cb_member_no: v.string(),
  last_name: v.string(),
  email_or_mobile: v.string(),
  upgrade_code: v.optional(v.string(), ''),
})

/** The member whose form is saved, so that nothing but redeeming the upgrade is left. */
const savedBy = v.optional(v.string())

/**
 * The signed-in member whose upgrade it is: it is shown to nobody else. Absent while it is a visitor's
 * (`takeOverUpgrades`).
 */
const seenBy = v.optional(v.string())

/**
 * A tier that the club has promised to somebody, and what proves it: the token of a link, or the facts of an old
 * membership. The server alone decides what it is worth when it is redeemed. The tier of a token is null until the club
 * has named it.
 */
const Upgrade = v.variant('kind', [
  v.object({
    kind: v.picklist(['sc', 'free_tier_upgrade']),
    tier: v.nullable(Tier),
    token: v.string(),
    savedBy,
    seenBy,
  }),
  v.object({
    kind: v.literal('existing'),
    tier: Tier,
    claim: OldMemberClaim,
    profile: ExistingMemberProfile,
    savedBy,
    seenBy,
  }),
])
export type Upgrade = v.InferOutput<typeof Upgrade>
export type UpgradeOf<Kind extends UpgradeKind> = Extract<Upgrade, { kind: Kind }>
/** The upgrades that somebody has by the token of a link. */
export type TokenKind = Exclude<UpgradeKind, 'existing'>
export type TokenUpgrade = UpgradeOf<TokenKind>

/** The form that redeems an upgrade. */
export const formOf = {
  sc: 'sc',
  free_tier_upgrade: 'free-tier-upgrade',
  existing: 'existing',
} as const satisfies Record<UpgradeKind, FormType>
const kinds = keysOf(formOf)

/**
 * Where this tab keeps them (specification section 3: session storage). Signing out deletes them with the rest of the
 * session.
 */
const keyOf = (kind: UpgradeKind) => `club-bravo.upgrade.${kind}`

/** What this page knows where the browser keeps nothing. */
const unstored = new Map<UpgradeKind, Upgrade>()

/** Keeps an upgrade until it is redeemed, refused for good, or the tab is closed. */
export function storeUpgrade(given: Upgrade): void {
  const upgrade = { ...given, seenBy: rememberedMember()?.id }
  unstored.set(upgrade.kind, upgrade)
  writeTabValue(keyOf(upgrade.kind), upgrade)
}

/** A profile with the tier that an upgrade gives, where that is higher: it decides what the form requires. */
export function withTierToCome(profile: MemberProfile, { tier }: Upgrade): MemberProfile {
  return tier !== null && isAbove(tier, profile.membership_tier) ? { ...profile, membership_tier: tier } : profile
}

/** The old membership that this tab keeps; null if there is none. */
export function storedOldMembership(): UpgradeOf<'existing'> | null {
  const upgrade = storedUpgrade('existing')
  return upgrade?.kind === 'existing' ? upgrade : null
}

/** The upgrade that this tab keeps for a way to join; null if there is none. */
export function storedUpgrade(form: FormType): Upgrade | null {
  const kind = kinds.find((one) => formOf[one] === form)
  if (kind === undefined) return null
  const upgrade = read(kind)
  const memberId = rememberedMember()?.id
  if (upgrade === null || upgrade.seenBy === memberId) return upgrade
  // Its member has signed out, perhaps in another tab.
  if (upgrade.seenBy !== undefined) forgetUpgrade(kind)
  return null
}

/**
 * After a visitor has signed in: what this tab keeps is the new member's where the sign-in began on its page. Else it
 * is forgotten: somebody else may have looked it up.
 *
 * @param page the name of the page that the sign-in returns to
 */
export function takeOverUpgrades(page: string): void {
  for (const kind of kinds) {
    const upgrade = read(kind)
    if (upgrade === null || upgrade.seenBy !== undefined) continue
    if (page === `registration-${formOf[kind]}`) storeUpgrade(upgrade)
    else forgetUpgrade(kind)
  }
}

/** The link whose token this tab keeps; null if there is none. */
export function storedTokenUpgrade(kind: TokenKind): TokenUpgrade | null {
  const upgrade = storedUpgrade(formOf[kind])
  return upgrade?.kind === 'existing' ? null : upgrade
}

/** Keeps the token of a link that was opened. The one that is kept already stays as it is known. */
export function storeToken(kind: TokenKind, token: string): void {
  if (storedTokenUpgrade(kind)?.token !== token) storeUpgrade({ kind, token, tier: null })
}

function read(kind: UpgradeKind): Upgrade | null {
  const upgrade = readTabValue(keyOf(kind), Upgrade)
  return upgrade?.kind === kind ? upgrade : (unstored.get(kind) ?? null)
}

/** Forgets an upgrade: it was redeemed, or refused for good. */
export function forgetUpgrade(kind: UpgradeKind): void {
  unstored.delete(kind)
  removeFromTab(keyOf(kind))
}
