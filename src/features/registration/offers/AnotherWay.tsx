import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'

/** For a member who has not joined to the end, and whose offer gives nothing: joining goes on without it. */
export function AnotherWay() {
  const lang = useLanguage()
  return (
    <LinkButton to="/$lang/registration" params={{ lang }} search={{ step: 'tier' }} variant="primary" size="large">
      <Trans>Choose another way to join</Trans>
    </LinkButton>
  )
}
