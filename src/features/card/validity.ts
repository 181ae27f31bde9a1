import { formatDate } from '#src/i18n/dates.ts'
import { tierTable } from '#contract/member/tiers.ts'
import type { Language } from '#contract/language.ts'
import type { MemberProfile } from '#contract/member/member.ts'

/**
 * How long a membership is valid.
 * - permanent: Basic membership has no end.
 * - until: valid to the end of a day; `date` is formatted.
 * - ended: expired on that day.
 * - unknown: the profile does not say.
 */
type Validity = { kind: 'permanent' } | { kind: 'until' | 'ended'; date: string } | { kind: 'unknown' }

/** @param now in milliseconds since 1970 */
export function validityOf(
  { membership_tier, tier_expiry_date }: Pick<MemberProfile, 'membership_tier' | 'tier_expiry_date'>,
  now: number,
  lang: Language,
): Validity {
  if (!tierTable[membership_tier].ends) return { kind: 'permanent' }
  const end = membershipEnd({ membership_tier, tier_expiry_date })
  return end === null ? { kind: 'unknown' } : { kind: end < now ? 'ended' : 'until', date: formatDate(end, lang) }
}

/**
 * When a membership ends, in milliseconds since 1970; null for Basic membership, and where the profile does not say.
 */
export function membershipEnd({
  membership_tier,
  tier_expiry_date,
}: Pick<MemberProfile, 'membership_tier' | 'tier_expiry_date'>): number | null {
  const end = Date.parse(tier_expiry_date ?? '')
  return !tierTable[membership_tier].ends || Number.isNaN(end) ? null : end
}
