import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import type { ButtonVariant } from '#src/ui/actions/Button.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'

/** For a member who has not joined to the end, and whose upgrade gives nothing: joining goes on without it. */
export function AnotherWay({ variant }: { variant: ButtonVariant }) {
  const lang = useLanguage()
  return (
    <LinkButton to="/$lang/registration" params={{ lang }} search={{ step: 'tier' }} variant={variant} size="large">
      <Trans>Choose another way to join</Trans>
    </LinkButton>
  )
}
