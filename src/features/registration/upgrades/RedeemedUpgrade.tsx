import { Trans, useLingui } from '@lingui/react/macro'
import type { Tier } from '#contract/member/tiers.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/** For a member who opens the link again that gave them their tier. */
export function RedeemedUpgrade({ tier }: { tier: Tier }) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  const name = i18n._(tierMessages[tier])
  return (
    <>
      <Notice tone="success" title={<Trans>You’ve already redeemed this offer</Trans>}>
        <p>
          <Trans>You’ve used it for your upgrade to {name}. There’s nothing more to do.</Trans>
        </p>
      </Notice>
      <ButtonRow>
        <LinkButton to="/$lang/member-detail" params={{ lang }} variant="primary" size="large">
          <Trans>Go to your account</Trans>
        </LinkButton>
        <LinkButton to="/$lang/membership-card" params={{ lang }} size="large">
          <Trans>Show my card</Trans>
        </LinkButton>
      </ButtonRow>
    </>
  )
}
