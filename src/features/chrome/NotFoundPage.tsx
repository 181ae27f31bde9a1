import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Page } from '#src/ui/Page.tsx'

/** What stands at an address that the product does not have. */
export function NotFoundPage() {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <Page
      title={t`This page does not exist`}
      lead={t`The address may be mistyped, or the page has moved. You can reach every page of the club from home.`}
      narrow
    >
      <div>
        <LinkButton to="/$lang" params={{ lang }} variant="primary">
          <Trans>Go to home</Trans>
        </LinkButton>
      </div>
    </Page>
  )
}
