import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** Says that this phone's storage did not answer, so that the scans on it cannot be shown just now. */
export function StorageErrorNotice({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <Notice tone="danger" title={t`Your scans cannot be shown just now`}>
      <p>
        <Trans>The storage of this browser does not answer. Close other tabs of Club Bravo and try again.</Trans>
      </p>
      <Button onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  )
}
