import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '#src/ui/states/Notice.tsx'

/** Says that the member's last change could not be written to this phone's storage. */
export function ChangeNotSavedNotice() {
  const { t } = useLingui()
  return (
    <Notice tone="danger" title={t`We couldn’t save this`}>
      <p>
        <Trans>We couldn’t save this. Free up space and try again. Your scan hasn’t changed.</Trans>
      </p>
    </Notice>
  )
}
