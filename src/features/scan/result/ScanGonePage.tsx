import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { MyScansLink } from './MyScansLink.tsx'

/**
 * Instead of a result whose scan was deleted while it was shown: by the browser, with the site's data, or in another
 * tab.
 */
export function ScanGonePage() {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <Page
      title={t`Your scan is no longer on this device`}
      lead={t`It was deleted by your browser or in another tab. If its points aren’t in your account, scan the ticket again.`}
      narrow
    >
      <LinkButton variant="primary" to="/$lang/scanner" params={{ lang }}>
        <Trans>Scan a ticket</Trans>
      </LinkButton>
      <MyScansLink />
    </Page>
  )
}
