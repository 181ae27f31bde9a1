import { useState } from 'react'
import { forgetUpgrade, type Upgrade } from './upgrade.ts'
import { redeemUpgrade, type Redemption } from './redeemUpgrade.ts'

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
