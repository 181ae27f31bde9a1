import { Trans, useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RedeemError } from '#contract/spending/redemption.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import type { FailureCause, RedeemFailureState } from './outcome.ts'

function messagesOf(cause: FailureCause): FailureMessages {
  switch (cause.kind) {
    case 'short':
      return shortMessages
    case 'refused':
      return refusalMessages[cause.error]
    case 'other':
      return otherMessages
  }
}

/** Why a reward could not be redeemed, and what to do about it. */
export function RedeemFailPage({ failure: { alias, name, cause } }: { failure: RedeemFailureState }) {
  const { i18n } = useLingui()
  const { title, advice } = messagesOf(cause)
  return (
    <Page title={i18n._(title)} lead={<LocalText text={name} />} narrow>
      <Notice tone="warning" title={<Trans>No points were taken</Trans>}>
        {cause.kind === 'other' && cause.text !== '' && <p>{cause.text}</p>}
        <p>{i18n._(advice)}</p>
      </Notice>
      <ButtonRow>
        <NextSteps alias={alias} cause={cause} />
      </ButtonRow>
    </Page>
  )
}

/** Where to go on: what helps most, first. */
function NextSteps({ alias, cause }: { alias: string; cause: FailureCause }) {
  const params = { lang: useLanguage() }
  const reason = cause.kind === 'refused' ? cause.error : cause.kind
  const rewards = (
    <LinkButton to="/$lang/reward-list" params={params} size="large">
      <Trans>See all rewards</Trans>
    </LinkButton>
  )
  const contact = (
    <LinkButton to="/$lang/contact-us" params={params} size="large">
      <Trans>Contact us</Trans>
    </LinkButton>
  )
  const reward = (
    <LinkButton to="/$lang/reward-detail/$alias" params={{ ...params, alias }} variant="primary" size="large">
      <Trans>Back to the reward</Trans>
    </LinkButton>
  )
  switch (reason) {
    case 'short':
      return (
        <>
          <LinkButton to="/$lang/scan-intro" params={params} variant="primary" size="large">
            <Trans>Scan a ticket</Trans>
          </LinkButton>
          {rewards}
        </>
      )
    case 'item_not_found':
    case 'expired':
      return rewards
    case 'over_member_limit':
      return (
        <>
          <LinkButton to="/$lang/my-rewards" params={params} variant="primary" size="large">
            <Trans>Go to My rewards</Trans>
          </LinkButton>
          {rewards}
        </>
      )
    case 'not_redeemable':
      return contact
    case 'membership_suspended':
      return (
        <>
          <LinkButton to="/$lang/member-detail" params={params} variant="primary" size="large">
            <Trans>Go to your account</Trans>
          </LinkButton>
          {contact}
        </>
      )
    case 'delivery_not_offered':
    case 'shipping_address_missing':
    case 'points_changed':
      return reward
    case 'other':
      return (
        <>
          {reward}
          {contact}
        </>
      )
  }
}

/** What failed, and what to do about it. */
interface FailureMessages {
  title: MessageDescriptor
  advice: MessageDescriptor
}

/** For members who spent their points meanwhile, perhaps on another device. */
const shortMessages: FailureMessages = {
  title: msg`You don’t have enough points`,
  advice: msg`Earn more points by scanning your tickets, then come back.`,
}

/** The contract's reasons. */
const refusalMessages: Record<RedeemError, FailureMessages> = {
  membership_suspended: {
    title: msg`Your membership is suspended`,
    advice: msg`Until we lift the suspension, you can’t redeem points. Your account says why.`,
  },
  item_not_found: {
    title: msg`This reward isn’t available`,
    advice: msg`We no longer offer it, or it’s not open to your tier. Have a look at our other rewards.`,
  },
  not_redeemable: {
    title: msg`This reward can’t be redeemed here`,
    advice: msg`Contact us, and we’ll help you.`,
  },
  expired: {
    title: msg`This reward has ended`,
    advice: msg`The last day to redeem it has passed (Hong Kong time). Have a look at our other rewards.`,
  },
  over_member_limit: {
    title: msg`You can’t redeem that many`,
    advice: msg`There’s a limit for each member. My rewards shows what you already have.`,
  },
  delivery_not_offered: {
    title: msg`You can’t receive this reward that way`,
    advice: msg`Go back to the reward and choose another way to receive it.`,
  },
  shipping_address_missing: {
    title: msg`We need your postal address`,
    advice: msg`Enter your address in your profile, then go back to the reward.`,
  },
  points_changed: {
    title: msg`This reward now takes a different number of points`,
    advice: msg`Go back to the reward to see how many points it takes now.`,
  },
}

/** For whatever else the server says, which stands between title and advice. */
const otherMessages: FailureMessages = {
  title: msg`We couldn’t redeem this reward`,
  advice: msg`Try again. If it keeps happening, contact us.`,
}
