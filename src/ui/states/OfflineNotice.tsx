import { Trans } from '@lingui/react/macro'
import { useOnline } from '#src/platform/online.ts'
import { Notice } from './Notice.tsx'

/** Says, before it is tried, that a page cannot send anything now. */
export function OfflineNotice() {
  if (useOnline()) return null
  return (
    <Notice tone="info" title={<Trans>You’re offline</Trans>}>
      <p>
        <Trans>Connect to the internet to change or send anything here.</Trans>
      </p>
    </Notice>
  )
}
