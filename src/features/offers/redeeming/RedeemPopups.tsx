import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import type { RewardItem } from '#contract/spending/rewards.ts'
import type { RememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ConfirmForm } from './ConfirmForm.tsx'
import { EditAddressLink } from './EditAddressLink.tsx'
import { RedemptionSummary } from './RedemptionSummary.tsx'
import { TooManyNotice } from '#src/ui/states/TooManyNotice.tsx'
import type { Redeeming, RedeemPopup } from './useRedeeming.ts'

interface RedeemPopupsProps {
  reward: RewardItem
  member: RememberedMember
  afterwards: readonly ContentBlock[]
  redeeming: Redeeming
  /** The club can be reached, as far as is known. */
  reachable: boolean
  /** Redeems what is left. */
  onFewer: (left: number) => void
}

/** The popup that is open while a reward is redeemed, if any. */
export function RedeemPopups({ redeeming, ...rest }: RedeemPopupsProps) {
  const { t } = useLingui()
  const { popup, close } = redeeming
  if (popup === null) return null
  const titles: Record<RedeemPopup['kind'], string> = {
    confirm: t`Redeem this reward?`,
    points_changed: t`The points have changed`,
    unanswered: t`We haven’t had an answer yet`,
    address: t`Where should we send it?`,
    few_left: t`Not that many are left`,
    sold_out: t`Sold out`,
  }
  return (
    // A popup of another kind, or with new points, is another dialog: its focus begins at its own top, and nothing is ticked.
    <Dialog
      key={popup.kind === 'points_changed' ? popup.attempt.key : popup.kind}
      open
      onClose={close}
      title={titles[popup.kind]}
    >
      <PopupContent popup={popup} redeeming={redeeming} {...rest} />
    </Dialog>
  )
}

function PopupContent({ popup, onFewer, ...rest }: RedeemPopupsProps & { popup: RedeemPopup }) {
  const { reward, redeeming } = rest
  switch (popup.kind) {
    case 'confirm':
      return <ConfirmForm popup={popup} {...rest} />
    case 'points_changed':
      return (
        <>
          <Notice tone="warning" title={<Trans>No points were taken</Trans>}>
            <p>
              <Trans>This reward takes a different number of points now. Please check the new total.</Trans>
            </p>
          </Notice>
          <ConfirmForm popup={popup} {...rest} />
        </>
      )
    case 'unanswered':
      return (
        <>
          <Notice tone="warning">
            <p>
              <Trans>Your reward may already be redeemed. Try again to find out: you won’t pay for it twice.</Trans>
            </p>
          </Notice>
          <RedemptionSummary reward={reward} {...popup.attempt} />
          <TooManyNotice waitMinutes={popup.waitMinutes} />
          <Button variant="primary" busy={redeeming.busy} onClick={() => redeeming.send(popup.attempt)}>
            <Trans>Try again</Trans>
          </Button>
        </>
      )
    case 'address':
      return (
        <>
          <p>
            <Trans>
              We need your mailing address to post this reward: building, road, district and country or region. Add it
              to your profile, and you’ll come straight back here.
            </Trans>
          </p>
          <ButtonRow>
            <EditAddressLink alias={reward.alias} isMain onLeave={() => redeeming.leaveForAddress(popup.attempt)}>
              <Trans>Add my address</Trans>
            </EditAddressLink>
            <Button onClick={redeeming.close}>
              <Trans>Cancel</Trans>
            </Button>
          </ButtonRow>
        </>
      )
    case 'few_left':
      return <FewLeft left={popup.left} onFewer={onFewer} onClose={redeeming.close} />
    case 'sold_out':
      return <SoldOut reward={reward} />
  }
}

function FewLeft({ left, onFewer, onClose }: { left: number; onFewer: (left: number) => void; onClose: () => void }) {
  return (
    <>
      <p>
        <Plural
          value={left}
          one="Someone got there first: only # is left. No points were taken."
          other="Someone got there first: only # are left. No points were taken."
        />
      </p>
      <ButtonRow>
        <Button variant="primary" onClick={() => onFewer(left)}>
          <Plural value={left} one="Continue with #" other="Continue with #" />
        </Button>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </ButtonRow>
    </>
  )
}

function SoldOut({ reward }: { reward: RewardItem }) {
  const lang = useLanguage()
  return (
    <>
      <p>
        <Trans>
          Someone got there first: <LocalText text={reward.name} as="strong" /> has just sold out. No points were taken.
        </Trans>
      </p>
      <LinkButton to="/$lang/reward-list" params={{ lang }} variant="primary">
        <Trans>See all rewards</Trans>
      </LinkButton>
    </>
  )
}
