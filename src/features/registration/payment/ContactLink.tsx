import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'

/** For whoever can't go on by themselves. */
export function ContactLink() {
  const lang = useLanguage()
  return (
    <LinkButton to="/$lang/contact-us" params={{ lang }} size="large">
      <Trans>Contact us</Trans>
    </LinkButton>
  )
}
