import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { type FailureMessages, otherMessages, refusalMessages, shortMessages } from './failureMessages.ts'
import type { FailureCause } from './outcome.ts'
import type { RedeemFailureState } from './resultState.ts'

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
