import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'

/** Shown where the editors have not written a page yet. */
export function UnwrittenPage() {
  const lang = useLanguage()
  return (
    <EmptyState title={<Trans>The club has not written this page yet</Trans>} icon="info">
      <p>
        <Trans>Please look in again soon, or ask the club’s team.</Trans>
      </p>
      <LinkButton to="/$lang/contact-us" params={{ lang }}>
        <Trans>Contact us</Trans>
      </LinkButton>
    </EmptyState>
  )
}
