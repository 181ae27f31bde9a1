import { profileMigrated, setFreeUpgradeTokenUsed, setScTokenUsed } from '#contract/registration/upgrades.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import type { Upgrade } from './upgrade.ts'
import { type UpgradeFailure, upgradeFailureOf } from './upgradeFailure.ts'

/** `redeemed`: the member has the tier of the upgrade. */
export type Redemption = { kind: 'redeemed' } | UpgradeFailure

/**
 * Redeems an upgrade for the signed-in member. The server spends it in the transaction that gives the tier, and
 * answers the same when the member asks again.
 *
 * @param email the member's own address
 */
export async function redeemUpgrade(upgrade: Upgrade, email: string): Promise<Redemption> {
  // Another member may have signed in since, in another tab: the upgrade is not theirs.
  if (storedProfile()?.email !== email) return { kind: 'unreachable' }
  const answer = await markUsed(upgrade, email)
  return answer.ok ? { kind: 'redeemed' } : upgradeFailureOf(answer.error)
}

function markUsed(upgrade: Upgrade, email: string) {
  switch (upgrade.kind) {
    case 'sc':
      return clubClient.call(setScTokenUsed, { sc_token: upgrade.token, user_email: email })
    case 'free-tier-upgrade':
      return clubClient.call(setFreeUpgradeTokenUsed, { free_tier_upgrade_token: upgrade.token, user_email: email })
    case 'existing':
      return clubClient.call(profileMigrated, upgrade.claim)
  }
}
