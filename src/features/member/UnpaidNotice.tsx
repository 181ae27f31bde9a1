import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** For a member who has left the card page without paying for the Red membership, such as by closing it. */
export function UnpaidNotice() {
  const lang = useLanguage()
  return (
    <Notice tone="warning" title={<Trans>Your Red membership isn’t paid yet</Trans>}>
      <p>
        <Trans>We have your details. If you’ve just paid, confirming it can take a few minutes.</Trans>
      </p>
      <LinkButton to="/$lang/registration-red" params={{ lang }} search={{ step: 'payment' }}>
        <Trans>Pay now</Trans>
      </LinkButton>
    </Notice>
  )
}
