import type { HigherTier } from '#contract/member/tiers.ts'
import { defaultCountryCode } from '#contract/registration/countryCode.ts'
import type { UpgradeRefusal } from '#contract/registration/upgrades.ts'
import { decideTier, type TierDecision, type TierHolder } from './tiers.ts'

/** What is used once, and in time. */
interface OneTime {
  expiresAt: Date
  /** The member who has used it; null before. */
  usedBy: string | null
}

/** A one-time token as it is decided on. */
export interface UpgradeToken extends OneTime {
  tier: HigherTier
  /** The address that it was issued for, in lower case; null when it is for anybody. */
  email: string | null
}

/** A one-time code with which one member of the old programme comes back. */
export interface UpgradeCode extends OneTime {
  tier: HigherTier
  /** The old member's number. */
  memberNo: string
}

/** Who wants to use it. */
export interface Redeemer {
  memberId: string
  email: string
  isSuspended: boolean
  holder: TierHolder
}

/** The refusal of a tier that a member cannot get; null when they can. */
export function refusalOfTier(decision: TierDecision): 'duplicate_token' | 'invalid_tier' | null {
  if (decision === 'given') return null
  return decision === 'already_held' ? 'duplicate_token' : 'invalid_tier'
}

/** @param memberId null before signing in */
function decideUse({ usedBy, expiresAt }: OneTime, memberId: string | null, now: Date) {
  if (usedBy !== null) return usedBy === memberId ? 'done' : 'duplicate_token'
  return expiresAt <= now ? 'expired_token' : 'usable'
}

/**
 * Whether a token gives its tier; `done` when this member has used it before.
 *
 * @param token null when the club has issued none with this text, or of another kind
 * @param redeemer null before signing in, when only the token itself counts
 */
export function decideToken(
  token: UpgradeToken | null,
  redeemer: Redeemer | null,
  now: Date,
): 'usable' | 'done' | UpgradeRefusal {
  if (token === null) return 'invalid_token'
  const use = decideUse(token, redeemer?.memberId ?? null, now)
  if (use !== 'usable' || redeemer === null) return use
  if (token.email !== null && token.email !== redeemer.email) return 'foreign_token'
  if (redeemer.isSuspended) return 'membership_suspended'
  return refusalOfTier(decideTier(redeemer.holder, token.tier, now)) ?? 'usable'
}

/**
 * Whether a code proves that somebody is the old member with a number; `done` when this member has used it before.
 * Whoever shows another number than the code's learns nothing else about the code.
 *
 * @param code null when the club has issued none with this text
 * @param shown.memberId null before signing in
 */
export function decideCode(
  code: UpgradeCode | null,
  shown: { memberNo: string; memberId: string | null },
  now: Date,
): 'usable' | 'done' | UpgradeRefusal {
  if (code === null) return 'invalid_token'
  return code.memberNo === shown.memberNo ? decideUse(code, shown.memberId, now) : 'foreign_token'
}

/** The facts that name a member of the old programme. */
export interface OldMemberFacts {
  lastName: string
  email: string | null
  /** Digits, without the country code. */
  mobile: string | null
}

const folded = (text: string) => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
const digits = (text: string) => text.normalize('NFKC').replaceAll(/\D/g, '')

/** An old member's number, however it is written. */
export function memberNoOf(given: string): string {
  return given.normalize('NFKC').trim().toUpperCase()
}

/** An upgrade code, however it is written: the club issues it in this form. */
export function upgradeCodeOf(given: string): string {
  return given.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
}

/** One text for all that `hasContact` takes for the same address or mobile number, to count them together. */
export function contactOf(given: string): string {
  return given.includes('@')
    ? folded(given)
    : digits(given).replace(new RegExp(`^${defaultCountryCode}(?=\\d{8}$)`), '')
}

/** Whether a name is an old member's. Letter case, width and spaces do not matter. */
export function hasLastName({ lastName }: OldMemberFacts, given: string): boolean {
  return folded(lastName) === folded(given)
}

/**
 * Whether a text is an old member's address, or their mobile number with or without spaces and the code of Hong Kong.
 */
export function hasContact({ email, mobile }: OldMemberFacts, given: string): boolean {
  if (given.includes('@')) return email !== null && folded(email) === folded(given)
  const number = digits(given)
  return (
    mobile !== null &&
    mobile !== '' &&
    (number === digits(mobile) || number === `${defaultCountryCode}${digits(mobile)}`)
  )
}
