import * as v from 'valibot'
import type { Tier } from '#contract/member/tiers.ts'
import { getFreeUpgradeTier, getScTier, UpgradeTokenText } from '#contract/registration/upgrades.ts'
import { callFailureOf } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import type { TokenKind } from './upgrade.ts'
import { type UpgradeFailure, upgradeFailureOf } from './upgradeFailure.ts'

/**
 * `usable`: what the token gives. `redeemed`: what it has given to this member. `malformed`: no token can be like this.
 */
export type UpgradeCheck =
  { kind: 'usable'; tier: Tier } | { kind: 'redeemed'; tier: Tier } | { kind: 'malformed' } | UpgradeFailure

/** Asks what the token of a link is worth to the signed-in member, or to a guest. Spends nothing. */
export async function checkUpgrade(kind: TokenKind, token: string): Promise<UpgradeCheck> {
  if (!v.is(UpgradeTokenText, token)) return { kind: 'malformed' }
  const answer = await ask(kind, token)
  if (answer.ok) return { kind: answer.data.redeemed ? 'redeemed' : 'usable', tier: tierOf(answer.data) }
  const failure = upgradeFailureOf(answer.error)
  const isRefused = failure.kind === 'unreachable' && callFailureOf(answer.error).kind === 'refused'
  return isRefused ? { kind: 'malformed' } : failure
}

function ask(kind: TokenKind, token: string) {
  return kind === 'sc'
    ? clubClient.call(getScTier, { sc_token: token })
    : clubClient.call(getFreeUpgradeTier, { free_tier_upgrade_token: token })
}

function tierOf(answer: { scTier: Tier } | { freeUpgradeTier: Tier }): Tier {
  return 'scTier' in answer ? answer.scTier : answer.freeUpgradeTier
}
