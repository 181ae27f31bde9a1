import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import type { UpgradeKind } from '#contract/registration/upgrades.ts'
import { UpgradeRefusalNotice } from './UpgradeRefusalNotice.tsx'
import type { RedemptionState } from './useRedemption.ts'
import { useRetryOnline } from './useRetryOnline.ts'

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
