import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '#src/ui/Notice.tsx'

/** Says that what the member has just chosen could not be written to this phone's storage. */
export function ChangeNotSavedNotice() {
  const { t } = useLingui()
  return (
    <Notice tone="danger" title={t`That was not saved`}>
      <p>
        <Trans>The storage of this phone did not take it. Your scan is as it was: free some space and try again.</Trans>
      </p>
    </Notice>
  )
}
