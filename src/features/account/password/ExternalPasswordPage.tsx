import { Trans, useLingui } from '@lingui/react/macro'
import { Page } from '#src/ui/layout/Page.tsx'

/** Shown where members sign in at another identity provider, which has their passwords. */
export function ExternalPasswordPage({ host }: { host: string }) {
  const { t } = useLingui()
  return (
    <Page
      title={t`Your password`}
      lead={
        <Trans>
          You sign in with <strong>{host}</strong>. Change your password there.
        </Trans>
      }
      narrow
    />
  )
}
