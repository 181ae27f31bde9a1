import { startOfNextMembershipYear, startOfRenewals } from '#contract/hongKong.ts'
import type { MemberProfile } from './member.ts'
import { basicTier, paidTier } from './tiers.ts'

/**
 * Whether a member can pay for Red at `now`, in milliseconds since 1970: a Basic member at any time, and a Red one for
 * the next membership year, once that is on sale and unless they have it already.
 */
export function canBuyRed(
  { membership_tier: tier, renewal }: Pick<MemberProfile, 'membership_tier' | 'renewal'>,
  now: number,
): boolean {
  if (tier === basicTier) return true
  return tier === paidTier && renewal?.reason === 'ended' && now >= Date.parse(renewal.renewable_from)
}

/** The same for a member who has more than Basic. */
export function canRenewRed(profile: Parameters<typeof canBuyRed>[0], now: number): boolean {
  return profile.membership_tier !== basicTier && canBuyRed(profile, now)
}

/** Of a renewal, as the API says it or as dates. */
type RenewalMoments = Readonly<Record<'at' | 'renewable_from', string | Date>>

/**
 * The last moment of a Red membership that is paid for at `now`, both in milliseconds since 1970: for what the server
 * gives, and for what the app says before.
 */
export function redValidUntil({ at, renewable_from: from }: RenewalMoments, now: number): number {
  const next = new Date(at)
  if (now >= new Date(from).getTime()) next.setUTCFullYear(next.getUTCFullYear() + 1)
  return next.getTime() - 1
}

/**
 * The last moment of a tier that is given at `moment`: the end of 31 August in Hong Kong, of the next year for what
 * begins on or after 1 July.
 */
export function tierEndOf(moment: Date): Date {
  const renewal = { at: startOfNextMembershipYear(moment), renewable_from: startOfRenewals(moment) }
  return new Date(redValidUntil(renewal, moment.getTime()))
}
