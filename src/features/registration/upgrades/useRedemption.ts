import { useState } from 'react'
import { profileMigrated, setFreeUpgradeTokenUsed, setScTokenUsed } from '#contract/registration/upgrades.ts'
import { callFailureOf } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { forgetUpgrade, type Upgrade } from './upgrade.ts'
import { type UpgradeFailure, upgradeFailureOf } from './upgradeFailure.ts'

/** `redeemed`: the member has the tier of the upgrade. */
type Redemption = { kind: 'redeemed' } | UpgradeFailure

/** `redeeming`: the club is giving the tier. Otherwise why it has not. */
export type RedemptionState = { kind: 'redeeming' } | Exclude<Redemption, { kind: 'redeemed' }>

/**
 * Redeems an upgrade, as often as it is asked to. The state is null before the first time.
 *
 * @param isBegun whether the page opens in the middle of it, and calls `finish` itself
 */
export function useRedemption(isBegun: boolean) {
  const [state, setState] = useState<RedemptionState | null>(isBegun ? { kind: 'redeeming' } : null)
  /** @param email the member's own address */
  const finish = async (upgrade: Upgrade, email: string, onRedeemed: () => void) => {
    const result = await redeemUpgrade(upgrade, email)
    if (result.kind === 'redeemed' || result.kind === 'refused') forgetUpgrade(upgrade.kind)
    if (result.kind === 'redeemed') onRedeemed()
    else setState(result)
  }
  const redeem = (...redemption: Parameters<typeof finish>) => {
    setState({ kind: 'redeeming' })
    return finish(...redemption)
  }
  return { state, redeem, finish }
}

/**
 * Redeems an upgrade for the signed-in member. The server spends it in the transaction that gives the tier, and
 * answers the same when the member asks again.
 *
 * @param email the member's own address
 */
async function redeemUpgrade(upgrade: Upgrade, email: string): Promise<Redemption> {
  // Another member may have signed in since, in another tab: the upgrade is not theirs.
  if (storedProfile()?.email !== email) return { kind: 'unreachable' }
  const answer = await markUsed(upgrade, email)
  if (answer.ok) return { kind: 'redeemed' }
  const failure = upgradeFailureOf(answer.error)
  // Refused in other words than the contract's: it is not marked as used, whatever the reason.
  const isRefused = failure.kind === 'unreachable' && callFailureOf(answer.error).kind === 'refused'
  return isRefused ? { kind: 'refused', refusal: 'profile_migrate_failure' } : failure
}

function markUsed(upgrade: Upgrade, email: string) {
  switch (upgrade.kind) {
    case 'sc':
      return clubClient.call(setScTokenUsed, { sc_token: upgrade.token, user_email: email })
    case 'free_tier_upgrade':
      return clubClient.call(setFreeUpgradeTokenUsed, { free_tier_upgrade_token: upgrade.token, user_email: email })
    case 'existing':
      return clubClient.call(profileMigrated, upgrade.claim)
  }
}
