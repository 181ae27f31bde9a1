import { Plural, Trans } from '@lingui/react/macro'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { StayingAction } from '#src/ui/actions/StayingAction.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { VerifyEmailNotice } from '#src/features/signIn/VerifyEmailNotice.tsx'
import { SuspensionNotice } from '#src/features/suspension/SuspensionNotice.tsx'
import { ShortPoints } from '../ShortPoints.tsx'
import { Unavailable, UnavailableToAll } from '../rewards/Unavailable.tsx'
import styles from './Redeeming.module.css'
import type { RedeemState } from './redeemState.ts'

interface RedeemActionProps {
  state: RedeemState
  /** The member's. */
  points: number
  /** Of what would be redeemed. */
  total: number
  /** ISO 8601, or null. */
  endedAt: string | null
  onRedeem: () => void
  /** Asks again whether the club can be reached. */
  onRetry: () => void
}

/** The button that redeems, or why it doesn't now. */
export function RedeemAction({ state, points, total, endedAt, onRedeem, onRetry }: RedeemActionProps) {
  const have = formatPoints(points)
  switch (state.kind) {
    case 'ready':
      return (
        <>
          <p className={styles['enough']}>
            <Plural
              value={points}
              one={`You have ${have} point: enough to redeem.`}
              other={`You have ${have} points: enough to redeem.`}
            />
          </p>
          <StayingAction about={<ShortPoints points={total} />}>
            <Button variant="primary" size="large" onClick={onRedeem}>
              <Trans>Redeem</Trans>
            </Button>
          </StayingAction>
        </>
      )
    case 'suspended':
      return <SuspensionNotice suspension={state.suspension} />
    case 'unverified':
      return (
        <VerifyEmailNotice isFirst>
          <Trans>Your points are safe. Once your email is verified, you can redeem them.</Trans>
        </VerifyEmailNotice>
      )
    case 'short': {
      const missing = formatPoints(state.missing)
      const reason = (
        <Plural
          value={points}
          one={`You have ${have} point. Earn ${missing} more to redeem this.`}
          other={`You have ${have} points. Earn ${missing} more to redeem this.`}
        />
      )
      return (
        <Unavailable reason={reason} about={<Trans>{missing} to go</Trans>}>
          <Trans>You need more points</Trans>
        </Unavailable>
      )
    }
    case 'offline':
      return (
        <Unavailable
          reason={
            <>
              <Icon name="offline" /> <Trans>You’re offline. Connect to the internet to redeem.</Trans>
            </>
          }
        >
          <Trans>Redeem</Trans>
        </Unavailable>
      )
    case 'unreachable':
      return (
        <>
          <Unavailable
            reason={
              <>
                <Icon name="offline" />{' '}
                <Trans>Club Bravo can’t be reached right now. Connect to the internet to redeem.</Trans>
              </>
            }
          >
            <Trans>Redeem</Trans>
          </Unavailable>
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </>
      )
    case 'not_redeemable':
      return (
        <Unavailable reason={<Trans>Contact us, and we’ll help you.</Trans>}>
          <Trans>This reward can’t be redeemed here</Trans>
        </Unavailable>
      )
    case 'limit_reached':
      return (
        <Unavailable reason={<Trans>There’s a limit for each member, and you’ve reached it. Thank you!</Trans>}>
          <Trans>Already redeemed</Trans>
        </Unavailable>
      )
    case 'sold_out':
    case 'ended':
      return <UnavailableToAll kind={state.kind} endedAt={endedAt} />
  }
}
