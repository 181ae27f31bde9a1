import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#src/ui/actions/Button.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/** Says that this phone's storage did not answer, so that the scans on it cannot be shown just now. */
export function StorageErrorNotice({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <Notice tone="danger" title={t`We can’t show your scans right now`}>
      <p>
        <Trans>Your browser’s storage isn’t responding. Close other Club Bravo tabs and try again.</Trans>
      </p>
      <Button onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  )
}
