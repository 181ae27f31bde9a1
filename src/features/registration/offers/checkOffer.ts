import * as v from 'valibot'
import type { Tier } from '#contract/member.ts'
import { getFreeUpgradeTier, getScTier, type UpgradeRefusal, UpgradeTokenText } from '#contract/upgrades.ts'
import { needsAttention } from '#src/auth/attention.ts'
import { callFailureOf } from '#src/auth/callFailure.ts'
import { clubClient } from '#src/auth/clubClient.ts'
import type { TokenKind } from './offer.ts'
import { upgradeRefusalOf } from './upgradeRefusal.ts'

/**
 * - usable: what the token gives; redeemed: what it has given to this member
 * - refused: it gives nothing, and why
 * - malformed: no token can be like this
 * - tooMany: the club asks to wait, for at least one minute; unreachable: no answer
 * - told: the membership is no longer valid, which a popup already says
 */
export type OfferCheck =
  | { kind: 'usable'; tier: Tier }
  | { kind: 'redeemed'; tier: Tier }
  | { kind: 'refused'; refusal: UpgradeRefusal }
  | { kind: 'malformed' | 'unreachable' | 'told' }
  | { kind: 'tooMany'; waitMinutes: number }

/** Asks what the token of a link is worth to the signed-in member, or to a guest. Spends nothing. */
export async function checkOffer(kind: TokenKind, token: string): Promise<OfferCheck> {
  if (!v.is(UpgradeTokenText, token)) return { kind: 'malformed' }
  const answer = await ask(kind, token)
  if (answer.ok) return { kind: answer.data.redeemed ? 'redeemed' : 'usable', tier: tierOf(answer.data) }
  const { error } = answer
  if (needsAttention(error)) return { kind: 'told' }
  const refusal = upgradeRefusalOf(error)
  if (refusal !== null) return { kind: 'refused', refusal }
  const failure = callFailureOf(error)
  if (failure.kind === 'too-many') return { kind: 'tooMany', waitMinutes: failure.waitMinutes }
  return { kind: failure.kind === 'refused' ? 'malformed' : 'unreachable' }
}

function ask(kind: TokenKind, token: string) {
  return kind === 'sc'
    ? clubClient.call(getScTier, { sc_token: token })
    : clubClient.call(getFreeUpgradeTier, { free_tier_upgrade_token: token })
}

function tierOf(answer: { scTier: Tier } | { freeUpgradeTier: Tier }): Tier {
  return 'scTier' in answer ? answer.scTier : answer.freeUpgradeTier
}
