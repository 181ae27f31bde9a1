import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import {
  type UpgradeKind,
  profileMigrated,
  setFreeUpgradeTokenUsed,
  setScTokenUsed,
} from '#contract/registration/upgrades.ts'
import { callFailureOf } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { UpgradeRefusalNotice } from './UpgradeRefusalNotice.tsx'
import { useRetryOnline } from './useRetryOnline.ts'
import { forgetUpgrade, type Upgrade } from './upgrade.ts'
import { type UpgradeFailure, upgradeFailureOf } from './upgradeFailure.ts'

interface UpgradeRedemptionProps {
  state: RedemptionState
  /** What is redeemed. */
  kind: UpgradeKind | undefined
  onRetry: () => void
}

/** Between the form and its success page: waits until the upgrade is redeemed, or says why it is not. */
export function UpgradeRedemption({ state, kind, onRetry }: UpgradeRedemptionProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  useRetryOnline(state.kind === 'unreachable', onRetry)
  const toAccount = (
    <LinkButton to="/$lang/member-detail" params={{ lang }} size="large">
      <Trans>Go to your account</Trans>
    </LinkButton>
  )
  switch (state.kind) {
    case 'redeeming':
      return (
        <Loading label={t`Upgrading your membership…`}>
          <Skeleton shape="text" lines={3} />
        </Loading>
      )
    case 'refused':
      return (
        <UpgradeRefusalNotice refusal={state.refusal} kind={kind} tier={storedProfile()?.membership_tier}>
          {toAccount}
        </UpgradeRefusalNotice>
      )
    case 'popup_shown':
      return toAccount
    case 'too_many':
    case 'unreachable':
      return (
        <>
          <Notice tone="warning" title={<Trans>We couldn’t upgrade your membership yet</Trans>}>
            <p>
              {state.kind === 'too_many' ? (
                <Plural
                  value={state.waitMinutes}
                  one="Your details are saved, but there were too many attempts. Try again in a minute."
                  other="Your details are saved, but there were too many attempts. Try again in # minutes."
                />
              ) : (
                <Trans>Your details are saved. Check your connection and try again: the offer is used only once.</Trans>
              )}
            </p>
          </Notice>
          <ButtonRow>
            <Button variant="primary" size="large" onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
            {toAccount}
          </ButtonRow>
        </>
      )
  }
}

/** `redeemed`: the member has the tier of the upgrade. */
type Redemption = { kind: 'redeemed' } | UpgradeFailure

/** `redeeming`: the club is giving the tier. Otherwise why it has not. */
type RedemptionState = { kind: 'redeeming' } | Exclude<Redemption, { kind: 'redeemed' }>

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
