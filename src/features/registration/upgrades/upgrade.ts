import * as v from 'valibot'
import type { FormType } from '#contract/registration/formTypes.ts'
import { Tier } from '#contract/member/tiers.ts'
import { ExistingMemberProfile } from '#contract/registration/upgrades.ts'
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

/** The signed-in member who has seen the upgrade: it is shown to nobody else. Absent while only a guest has. */
const seenBy = v.optional(v.string())

/**
 * A tier that the club has promised to somebody, and what proves it: the token of a link, or the facts of an old
 * membership. The server alone decides what it is worth when it is redeemed. The tier of a token is null until the club
 * has named it.
 */
const Upgrade = v.variant('kind', [
  v.object({
    kind: v.picklist(['sc', 'free-tier-upgrade']),
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
export type UpgradeKind = Upgrade['kind']
export type UpgradeOf<Kind extends UpgradeKind> = Extract<Upgrade, { kind: Kind }>
/** The upgrades that somebody has by the token of a link. */
export type TokenKind = Exclude<UpgradeKind, 'existing'>
export type TokenUpgrade = UpgradeOf<TokenKind>

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

/** The old membership that this tab keeps; null if there is none. */
export function storedOldMembership(): UpgradeOf<'existing'> | null {
  const upgrade = storedUpgrade('existing')
  return upgrade?.kind === 'existing' ? upgrade : null
}

/** The upgrade that this tab keeps for a way to join; null if there is none. */
export function storedUpgrade(form: FormType): Upgrade | null {
  if (form !== 'sc' && form !== 'free-tier-upgrade' && form !== 'existing') return null
  const upgrade = read(form) ?? unstored.get(form) ?? null
  const memberId = rememberedMember()?.id
  if (upgrade === null || upgrade.seenBy === memberId) return upgrade
  if (upgrade.seenBy === undefined) {
    storeUpgrade(upgrade)
    return upgrade
  }
  // Its member has signed out, perhaps in another tab.
  forgetUpgrade(form)
  return null
}

/** The link whose token this tab keeps; null if there is none. */
export function storedTokenUpgrade(kind: TokenKind): TokenUpgrade | null {
  const upgrade = storedUpgrade(kind)
  return upgrade?.kind === 'existing' ? null : upgrade
}

/** Keeps the token of a link that was opened. The one that is kept already stays as it is known. */
export function storeToken(kind: TokenKind, token: string): void {
  if (storedTokenUpgrade(kind)?.token !== token) storeUpgrade({ kind, token, tier: null })
}

function read(kind: UpgradeKind): Upgrade | null {
  const upgrade = readTabValue(keyOf(kind), Upgrade)
  return upgrade?.kind === kind ? upgrade : null
}

/** Forgets an upgrade: it was redeemed, or refused for good. */
export function forgetUpgrade(kind: UpgradeKind): void {
  unstored.delete(kind)
  removeFromTab(keyOf(kind))
}
