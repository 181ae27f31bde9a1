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
import { AttemptPopups } from '#src/features/attempt/AttemptPopups.tsx'
import { EditAddressLink, RedeemForm, RedemptionSummary } from './RedeemForm.tsx'
import type { Aside, Redeeming } from './useRedeeming.ts'

interface RedeemPopupsProps {
  reward: RewardItem
  member: RememberedMember
  /** What is said after redeeming, by how it is received. */
  afterwards: readonly ContentBlock[]
  redeeming: Redeeming
  /** The club can be reached, as far as is known. */
  reachable: boolean
  /** Redeems what is left. */
  onFewer: (left: number) => void
}

/** The popup that is open while a reward is redeemed, if any. */
export function RedeemPopups({ onFewer, ...rest }: RedeemPopupsProps) {
  const { t } = useLingui()
  const { reward, redeeming } = rest
  const { attempt, arePointsNew, aside } = redeeming
  if (aside !== null) return <AsidePopup aside={aside} reward={reward} redeeming={redeeming} onFewer={onFewer} />
  if (attempt.opened === null) return null
  const { request } = attempt.opened
  return (
    <AttemptPopups
      attempt={attempt}
      question={arePointsNew ? t`This reward now takes a different number of points` : t`Redeem this reward?`}
      form={<RedeemForm request={request} {...rest} />}
      doubt={<Trans>Your reward may already be redeemed. Try again to find out: you won’t pay for it twice.</Trans>}
      summary={<RedemptionSummary reward={reward} request={request} />}
    />
  )
}

interface AsidePopupProps extends Pick<RedeemPopupsProps, 'reward' | 'redeeming' | 'onFewer'> {
  aside: Aside
}

function AsidePopup({ aside, reward, redeeming, onFewer }: AsidePopupProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { closeAside, leaveForAddress } = redeeming
  switch (aside.kind) {
    case 'address':
      return (
        <Dialog open onClose={closeAside} title={t`Where should we send it?`}>
          <p>
            <Trans>
              We need your postal address to post this reward: building, road, district and country or region. Add it to
              your profile, and you’ll come straight back here.
            </Trans>
          </p>
          <ButtonRow>
            <EditAddressLink alias={reward.alias} isMain onLeave={() => leaveForAddress(aside.request)}>
              <Trans>Add my address</Trans>
            </EditAddressLink>
            <Button onClick={closeAside}>
              <Trans>Cancel</Trans>
            </Button>
          </ButtonRow>
        </Dialog>
      )
    case 'few_left': {
      const { left } = aside
      return (
        <Dialog open onClose={closeAside} title={t`Not enough left`}>
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
            <Button onClick={closeAside}>
              <Trans>Cancel</Trans>
            </Button>
          </ButtonRow>
        </Dialog>
      )
    }
    case 'sold_out':
      return (
        <Dialog open onClose={closeAside} title={t`Sold out`}>
          <p>
            <Trans>
              Someone got there first: <LocalText text={reward.name} as="strong" /> has just sold out. No points were
              taken.
            </Trans>
          </p>
          <LinkButton to="/$lang/reward-list" params={{ lang }} variant="primary">
            <Trans>See all rewards</Trans>
          </LinkButton>
        </Dialog>
      )
  }
}
