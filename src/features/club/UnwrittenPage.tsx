import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'

/** Shown if the editors have not written a page yet. */
export function UnwrittenPage() {
  const lang = useLanguage()
  return (
    <EmptyState title={<Trans>This page isn’t ready yet</Trans>} icon="info">
      <p>
        <Trans>Check back soon, or contact us.</Trans>
      </p>
      <LinkButton to="/$lang/contact-us" params={{ lang }}>
        <Trans>Contact us</Trans>
      </LinkButton>
    </EmptyState>
  )
}
